import type { Readable } from 'node:stream'
import { Refusal, unavailable } from './refusal.ts'

/** Bytes that are kept of bodies which have not come in as a whole: of one, of all from one place, and of all. */
export interface BodyRoomLimits {
  body: number
  place: number
  all: number
}

interface Held {
  place: string
  bytes: number
  giveWay(): void
}

/**
 * Reads bodies of which strangers may begin any number, into a room that never grows beyond its limits. Where it is
 * full the body that was begun first gives way, of the same place or of all: one that is sent in earnest is here as a
 * whole long before its turn. Bytes are counted as they come, since what a request announces need not follow.
 */
export function createBodyRoom(limits: BodyRoomLimits) {
  /** The one begun first comes first. */
  const underWay = new Set<Held>()
  const ofPlace = new Map<string, number>()
  let total = 0

  function count(held: Held, bytes: number): void {
    held.bytes += bytes
    total += bytes
    const left = (ofPlace.get(held.place) ?? 0) + bytes
    if (left > 0) ofPlace.set(held.place, left)
    else ofPlace.delete(held.place)
  }

  function makeRoom(place: string): void {
    for (const held of underWay) {
      if ((ofPlace.get(place) ?? 0) <= limits.place) break
      if (held.place === place) held.giveWay()
    }
    for (const held of underWay) {
      if (total <= limits.all) break
      held.giveWay()
    }
  }

  /** Rejects with a `Refusal` for one that is too large or has to give way; then the caller ends the connection. */
  return (place: string, payload: Readable, announcedBytes = 0): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      if (announcedBytes > limits.body) {
        reject(tooLarge())
        return
      }
      const chunks: Buffer[] = []
      const held: Held = {
        place,
        bytes: 0,
        giveWay: () => end(unavailable('Too much is being sent at this moment. Please try again.')),
      }
      function end(error?: Error) {
        if (!underWay.delete(held)) return
        count(held, -held.bytes)
        payload.off('data', onData)
        if (error) {
          payload.pause()
          reject(error)
        } else resolve(Buffer.concat(chunks))
        chunks.length = 0
      }
      function onData(chunk: Buffer) {
        chunks.push(chunk)
        count(held, chunk.length)
        if (held.bytes > limits.body) end(tooLarge())
        else makeRoom(place)
      }
      underWay.add(held)
      payload
        .on('data', onData)
        .once('end', () => end())
        // Stays to be listened to: an error that no one hears would end the process.
        .on('error', end)
        .once('close', () => end(new Refusal(400, 'invalid', 'The request ended too early.')))
    })
}

const tooLarge = () => new Refusal(413, 'invalid', 'The request is too large.')
