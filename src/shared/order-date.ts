export const noDate = 'Date not available'

const format = (month: 'long' | 'short', timeZone?: string) =>
  new Intl.DateTimeFormat('en-US', { year: 'numeric', month, day: 'numeric', timeZone })

const written = (isoTime: string | null | undefined, month: 'long' | 'short', timeZone?: string): string => {
  const time = isoTime ? new Date(isoTime) : undefined
  return time && !Number.isNaN(time.getTime()) ? format(month, timeZone).format(time) : noDate
}

/** "November 20, 2026", in the zone of whoever looks unless another one is given. */
export const orderDateText = (isoTime: string | null | undefined, timeZone?: string): string =>
  written(isoTime, 'long', timeZone)

/** "Nov 20, 2026" */
export const lastUpdatedText = (isoTime: string | null | undefined, timeZone?: string): string =>
  written(isoTime, 'short', timeZone)

/** "2026-11-20T23:05Z": a moment to the minute, which is more than a list shows and half of what it would cost. */
export const toMinute = (time: Date): string => `${time.toISOString().slice(0, 16)}Z`
