interface Tallied {
  vendor: string
  /** Its beginning. */
  hour: Date
  calls: number
  errors: number
}

const hourMs = 3_600_000
let tally = new Map<string, Tallied>()

/** Counts a call that has ended, in this process until `takeTally` hands it on. */
export function countVendorCall(vendor: string, isError: boolean): void {
  const hour = new Date(Math.floor(Date.now() / hourMs) * hourMs)
  addToTally([{ vendor, hour, calls: 1, errors: isError ? 1 : 0 }])
}

/** What was counted since the last time. */
export function takeTally(): Tallied[] {
  const taken = [...tally.values()]
  tally = new Map()
  return taken
}

/** Gives back what could not be stored. */
export function addToTally(counted: readonly Tallied[]): void {
  for (const each of counted) {
    const key = `${each.vendor} ${each.hour.getTime()}`
    const there = tally.get(key)
    if (there) {
      there.calls += each.calls
      there.errors += each.errors
    } else tally.set(key, { ...each })
  }
}
