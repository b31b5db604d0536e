import type { World } from './world.ts'

/** A token bucket as vendors document theirs. Kept in memory: real ones forget across a restart as well. */
export interface Bucket {
  /** Takes one token; `false` with the seconds until the next one when there is none. */
  take(cost?: number): { ok: true } | { ok: false; retryAfterSeconds: number }
  remaining(): number
}

/**
 * At most `perSecond` in whatever second, where a vendor documents that and no burst besides: a bucket as large as that
 * lets twice as many through in its first second. Scaled and timed as buckets are.
 */
export function createSeconds(world: World, perSecond: number) {
  const most = Math.max(1, Math.floor(perSecond * world.limitsScale))
  const taken = new Map<string, number[]>()
  return (key: string): Pick<Bucket, 'take'> => ({
    take() {
      const now = performance.now()
      const within = (taken.get(key) ?? []).filter((at) => now - at < 1_000)
      taken.set(key, within)
      if (within.length >= most) return { ok: false, retryAfterSeconds: 1 }
      within.push(now)
      return { ok: true }
    },
  })
}

/** `perSecond` and `burst` as documented; the world's scale is applied here. Runs on real time, not the sandbox's clock. */
export function createBuckets(world: World, perSecond: number, burst: number) {
  const rate = perSecond * world.limitsScale
  const size = Math.max(1, burst * world.limitsScale)
  const buckets = new Map<string, { tokens: number; at: number }>()
  return (key: string): Bucket => {
    function refreshed() {
      const now = performance.now()
      const bucket = buckets.get(key) ?? { tokens: size, at: now }
      bucket.tokens = Math.min(size, bucket.tokens + ((now - bucket.at) / 1000) * rate)
      bucket.at = now
      buckets.set(key, bucket)
      return bucket
    }
    return {
      take(cost = 1) {
        const bucket = refreshed()
        if (bucket.tokens >= cost) {
          bucket.tokens -= cost
          return { ok: true }
        }
        return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((cost - bucket.tokens) / rate)) }
      },
      remaining: () => Math.floor(refreshed().tokens),
    }
  }
}
