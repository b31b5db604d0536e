import { monthName } from '#base/text/month-name.ts'

const noDate = 'Date not available'

const written = (isoTime: string | null | undefined, write: (time: Date) => string): string => {
  const time = new Date(isoTime || Number.NaN)
  return Number.isNaN(time.getTime()) ? noDate : write(time)
}

/** "November 20, 2026", in the zone of the reader. */
export const orderDateText = (isoTime: string | null | undefined): string =>
  written(isoTime, (time) => time.toLocaleDateString('en-US', { dateStyle: 'long' }))

/** "Nov 20, 2026". The first list has this, and does without `Intl` as its numbers do (`number-text.ts`). */
export const lastUpdatedText = (isoTime: string | null | undefined): string =>
  written(isoTime, (time) => `${monthName(time)} ${time.getDate()}, ${time.getFullYear()}`)

/** "2026-11-20T23:05Z": a moment to the minute, which is more than a list shows and half of what it would cost. */
export const toMinute = (time: Date): string => `${time.toISOString().slice(0, 16)}Z`
