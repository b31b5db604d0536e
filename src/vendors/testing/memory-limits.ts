import type { Reservation, VendorLimits } from '#vendors/client/vendor-limits.ts'

export interface MemoryLimits extends VendorLimits {
  reservations: Reservation[]
  blocks: { key: string; forMs: number; doubted?: string | undefined }[]
}

/** Grants everything at once and remembers what was asked; the real limiter lives in the database. */
export function createMemoryLimits(): MemoryLimits {
  const limits: MemoryLimits = {
    reservations: [],
    blocks: [],
    async reserve(reservation) {
      limits.reservations.push(reservation)
      return { granted: true, waitMs: 0 }
    },
    async block(key, forMs, doubted) {
      limits.blocks.push({ key, forMs, doubted })
    },
  }
  return limits
}
