import { madeOnce } from './made-once.ts'

const day = madeOnce(() => new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' }))
const clock = madeOnce(
  () => new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
)

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** "Nov 20, 23:05", in the reader's time zone. */
export const momentText = (isoTime: string): string => {
  const time = new Date(isoTime)
  return `${day().format(time)}, ${clock().format(time)}`
}

/** "23:05" for a moment of today, "Nov 20, 23:05" for any other. */
export function sinceText(isoTime: string, now = new Date()): string {
  const time = new Date(isoTime)
  return time.toDateString() === now.toDateString() ? clock().format(time) : momentText(isoTime)
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
