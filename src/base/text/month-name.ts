const months = 'JanFebMarAprMayJunJulAugSepOctNovDec'

/** "Nov", of a moment in the zone of the reader. */
export function monthName(time: Date): string {
  const at = time.getMonth() * 3
  return months.slice(at, at + 3)
}
