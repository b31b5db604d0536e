export const noDate = 'Date not available'

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** As `Intl` would write it, which takes as long to start as the first list takes to be drawn. */
const written = (isoTime: string | null | undefined, letters?: number): string => {
  const time = new Date(isoTime || Number.NaN)
  if (Number.isNaN(time.getTime())) return noDate
  return `${months[time.getMonth()]?.slice(0, letters)} ${time.getDate()}, ${time.getFullYear()}`
}

/** "November 20, 2026", in the zone of whoever looks. */
export const orderDateText = (isoTime: string | null | undefined): string => written(isoTime)

/** "Nov 20, 2026" */
export const lastUpdatedText = (isoTime: string | null | undefined): string => written(isoTime, 3)

/** "2026-11-20T23:05Z": a moment to the minute, which is more than a list shows and half of what it would cost. */
export const toMinute = (time: Date): string => `${time.toISOString().slice(0, 16)}Z`
