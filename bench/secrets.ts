import { randomBytes } from 'node:crypto'
import { placeOf, rotateSecrets } from '#base/db/sealed-columns.ts'
import { createSecrets } from '#base/secrets/secrets.ts'
import type { Figure } from './figures.ts'
import { withLargeInstallation } from './installation.ts'

const key = (id: string) => ({ id, key: randomBytes(32) })

/** What `secrets rotate` does with every mailbox's password. */
export const measureSecrets = (): Promise<Figure[]> =>
  withLargeInstallation(async ({ db }, pool) => {
    const [former, fresh] = [key('former'), key('fresh')]
    const before = createSecrets([former])
    const { rows } = await pool.query<{ id: string }>('select id from mailboxes')
    const ids = rows.map(({ id }) => id)
    await pool.query(
      `update mailboxes m set secret = v.sealed from unnest($1::text[], $2::text[]) as v (id, sealed) where m.id = v.id`,
      [ids, ids.map((id) => before.seal('Sesame.Street.1', placeOf.mailbox(id)))],
    )
    await pool.query('update tool_connections set secrets = null')
    await pool.query('update provider_accounts set credentials = null')
    await pool.query('analyze')
    let batches = 0
    const begun = performance.now()
    const changed = await rotateSecrets(db, createSecrets([fresh, former]), () => batches++)
    const seconds = (performance.now() - begun) / 1_000
    if (changed !== ids.length) throw new Error(`${changed} of ${ids.length} secrets were re-encrypted.`)
    return [
      {
        what: `secrets rotate, ${ids.length} passwords in ${batches} batches`,
        measured: seconds,
        unit: 's',
        target: { at: 'most', value: 30 },
      },
    ]
  })
