/** Whether a third party can be used. `isAway`: it did not answer, so nothing is known of the credentials. */
export type Probe = { ok: true } | { ok: false; reason: string; isAway: boolean }
