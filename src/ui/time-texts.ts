import { monthName } from '#base/text/month-name.ts'

// Without `Intl`, which takes long to start on a slow processor: every page of the console has moments.
const two = (value: number): string => String(value).padStart(2, '0')
const day = (time: Date): string => `${monthName(time)} ${time.getDate()}`
const clock = (time: Date): string => `${two(time.getHours())}:${two(time.getMinutes())}`

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** "Nov 20, 23:05", in the reader's time zone. */
export const momentText = (isoTime: string): string => {
  const time = new Date(isoTime)
  return `${day(time)}, ${clock(time)}`
}

/** "Nov 20, 2026", in the reader's time zone. */
export const dayText = (isoTime: string): string => {
  const time = new Date(isoTime)
  return `${day(time)}, ${time.getFullYear()}`
}

/** "23:05:09", in the reader's time zone. */
export function secondText(isoTime: string): string {
  const time = new Date(isoTime)
  return `${clock(time)}:${two(time.getSeconds())}`
}

/** "23:05" for a moment of today, "Nov 20, 23:05" for any other, be it before or after now. */
export function clockText(isoTime: string, now = new Date()): string {
  const time = new Date(isoTime)
  return time.toDateString() === now.toDateString() ? clock(time) : momentText(isoTime)
}

/** "in about 5 minutes", "in about 2 hours"; "any moment" for what is due. */
export function inText(isoTime: string, now = Date.now()): string {
  const ms = new Date(isoTime).getTime() - now
  if (ms < minuteMs) return 'any moment'
  const [unit, count] =
    ms < 1.5 * hourMs
      ? ['minute', Math.round(ms / minuteMs)]
      : ms < 1.5 * dayMs
        ? ['hour', Math.round(ms / hourMs)]
        : ['day', Math.round(ms / dayMs)]
  return `in about ${count} ${unit}${count === 1 ? '' : 's'}`
}

/** "38 s", "4 min", "2 h" */
export function durationText(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3600)} h`
}
