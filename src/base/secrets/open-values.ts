import * as z from 'zod'
import type { Secrets } from './secrets.ts'

const values = z.record(z.string(), z.string())

/** Sealed fields of one row, by their names. `place` is where they were sealed for. */
export const openValues = (secrets: Secrets, sealed: string, place: Parameters<Secrets['open']>[1]) =>
  values.parse(JSON.parse(secrets.open(sealed, place)))
