import type { Recurring } from './objects.ts'

/** The end of a period that begins at `start` (Unix seconds). Months are clamped to their last day. */
export function periodEnd(start: number, { interval, interval_count: count }: Recurring): number {
  if (interval === 'day' || interval === 'week') return start + count * (interval === 'day' ? 1 : 7) * 86_400
  const from = new Date(start * 1_000)
  const months = interval === 'month' ? count : count * 12
  const end = new Date(from)
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return Math.floor(end.getTime() / 1_000)
}
