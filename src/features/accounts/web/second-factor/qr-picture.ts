import { create } from 'qrcode'

export interface QrPicture {
  /** Modules to a side, without the margin. */
  size: number
  /** The dark modules as an SVG path, in modules. */
  path: string
}

/** A text as a QR code that is still read with a seventh of it hidden. */
export function qrPicture(text: string): QrPicture {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const rows = Array.from({ length: size }, (_, y) => [...data.slice(y * size, (y + 1) * size)])
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}
