import type { World } from '#vendors/sandbox/world.ts'

const windowMs = 3_600_000

/** So many requests an hour, in windows of an hour, told in `X-RateLimit-…` headers. Runs on real time. */
export function createHourlyQuota(world: World, perHour: number) {
  const limit = Math.max(1, Math.floor(perHour * world.limitsScale))
  let used = 0
  let endsAt = 0
  return {
    /** Counts one request; `false` when there was none left. */
    take(): boolean {
      if (Date.now() >= endsAt) {
        used = 0
        endsAt = Date.now() + windowMs
      }
      used++
      return used <= limit
    },
    headers: () => ({
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(Math.max(0, limit - used)),
      'X-RateLimit-Reset': String(Math.ceil(endsAt / 1000)),
    }),
  }
}
