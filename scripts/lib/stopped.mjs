import { constants } from 'node:os'

/** A signal has ended what was under way. */
export class Stopped extends Error {
  constructor(signal) {
    super('Stopped.')
    this.exitCode = 128 + constants.signals[signal]
  }
}
