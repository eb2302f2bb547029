/** True when the browser lets pages copy images. On plain http, it does not. */
export function canCopyImages(): boolean {
  return window.isSecureContext && typeof ClipboardItem !== 'undefined';
}

/** Copies a PNG. Safari requires the promise itself, within the event of the click. */
export async function copyImage(png: Promise<Blob | null>): Promise<boolean> {
  try {
    const item = new ClipboardItem({ 'image/png': png.then(requireImage) });
    await navigator.clipboard.write([item]);
    return true;
  } catch {
    return false;
  }
}

function requireImage(image: Blob | null): Blob {
  if (image === null) throw new Error('no image');
  return image;
}
