/** The same numbers in an array with room for more. */
export function grow<Numbers extends Float64Array | Uint32Array | Uint16Array | Int32Array>(
  numbers: Numbers,
  length: number,
): Numbers {
  const grown = new (numbers.constructor as new (length: number) => Numbers)(length);
  grown.set(numbers);
  return grown;
}
