/**
 * Failures to order. `before` kinds happen instead of the effect; `lost_answer` lets the effect happen and
 * then cuts the connection, which is how a time-out that had succeeded looks from outside.
 */
export const faultKinds = [
  '429', // with Retry-After
  '429_bare', // without
  '500', // before the effect
  '500_after', // the effect, then a 500
  '503',
  'timeout', // no answer for 10 minutes
  'slow', // effect and answer, 15 s late
  'drop', // connection cut before the effect
  'lost_answer', // effect, then connection cut
  'malformed', // cut-off JSON, after the effect
  'html', // an HTML error page with status 200, instead of the effect
  'wrong_types', // JSON of another form, instead of the effect
  'extra_fields', // the right answer with a field no one knows
  'huge', // 30 MB
  'false_success', // says 200 {} without doing it
] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  kind: FaultKind
  /** Vendor prefix: `dnsimple`, `stripe`, … Any when absent. */
  vendor?: string
  /** Any when absent. */
  method?: string
  /** Part of the path (with query). Any when absent. */
  path?: string
  /** How many requests it meets; 1 when absent. */
  times?: number
  /** Lets this many matching requests pass first. */
  skip?: number
  /** Seconds, for 429 and 503. */
  retryAfter?: number
}

export interface Faults {
  add(fault: Fault): void
  clear(): void
  list(): Fault[]
  /** The fault that meets this request, if any; counts it. */
  take(vendor: string, method: string, path: string): Fault | undefined
}

export function createFaults(): Faults {
  let ordered: (Fault & { times: number; skip: number })[] = []
  return {
    add: (fault) => {
      ordered.push({ times: 1, skip: 0, ...fault })
    },
    clear: () => {
      ordered = []
    },
    list: () => ordered.map((fault) => ({ ...fault })),
    take(vendor, method, path) {
      for (const fault of ordered) {
        if (fault.vendor !== undefined && fault.vendor !== vendor) continue
        if (fault.method !== undefined && fault.method !== method) continue
        if (fault.path !== undefined && !path.includes(fault.path)) continue
        if (fault.skip > 0) {
          fault.skip--
          continue
        }
        fault.times--
        if (fault.times <= 0) ordered = ordered.filter((other) => other !== fault)
        return fault
      }
      return undefined
    },
  }
}
