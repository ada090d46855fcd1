/** A QR code as the path of an SVG: one square of side 1 for each dark module. `size` is the side of the code. */
export async function qrPath(text: string): Promise<{ path: string; size: number }> {
  // Only a person who sets up a second factor needs it.
  const { encodeQR } = await import('qr')
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const path = rows.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return { path, size: rows.length }
}
