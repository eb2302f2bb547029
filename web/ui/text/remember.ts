/** Remembers a value for each key. A format of `Intl` is slow to create, and a list needs hundreds. */
export function remember<Key, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    const value = values.get(key) ?? create(key);
    values.set(key, value);
    return value;
  };
}

export function once<Value>(create: () => Value): () => Value {
  const find = remember<null, Value>(create);
  return () => find(null);
}
