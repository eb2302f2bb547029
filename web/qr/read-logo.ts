/** The width and height of a stored logo, in pixels. It fills a fifth of the largest picture. */
const LOGO_PX = 384;
/** In bytes. A larger file is most likely a photograph by mistake. */
const FILE_MAX = 20_000_000;

/** The data URL of a small PNG. Null: the browser cannot draw it. Nothing leaves the browser. */
export async function readLogo(file: File): Promise<string | null> {
  if (file.size > FILE_MAX) return null;
  try {
    return shrink(await loadImage(await readDataUrl(file)));
  } catch {
    return null;
  }
}

function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('loadend', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
      else reject(new Error('unreadable'));
    });
    reader.readAsDataURL(file);
  });
}

function shrink(image: HTMLImageElement): string | null {
  // An SVG without a size fills the square.
  const width = image.naturalWidth || LOGO_PX;
  const height = image.naturalHeight || LOGO_PX;
  const scale = LOGO_PX / Math.max(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}

export async function loadImage(source: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = source;
  await image.decode();
  return image;
}
