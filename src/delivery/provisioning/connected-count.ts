import { type Desired, mailboxesToConnect } from './desired.ts'

/** How many of a running name's mailboxes the tool can use, by its own word. */
export const connectedCount = (desired: Desired): { connected: number; wanted: number } => {
  const wanted = mailboxesToConnect(desired)
  const connection = desired.holding?.connection.id
  const connected = wanted.filter((m) =>
    m.links.some((l) => l.connectionId === connection && l.connection === 'connected'),
  )
  return { connected: connected.length, wanted: wanted.length }
}
