import type { DomainStatus } from '#features/orders/rules/order-status.ts'
import type { HealthState } from './health-states.ts'

/** What is known of the place of a domain, for what its owner is told to do about its health. */
export interface Place {
  isReserve: boolean
  /** A spare took its place, and it is in the reserve to be replaced there. */
  isSpent: boolean
  /** Its order is not served for now. */
  isOnHold: boolean
  /** Another one was ordered in its place; null where none was. */
  leaving: Leaving | null
}

interface Leaving {
  /** The other one serves, and this one only receives for a while. */
  isFalling: boolean
  /** Of the one that was ordered; null where that one is not wanted any more. */
  successor: DomainStatus | null
}

/**
 * What its owner should do about a domain that was replaced, or that is in the reserve, which sends no cold mail as it is.
 * Null where that is nothing; undefined where its place changes nothing about what its health asks for.
 */
export function placeTodo(state: HealthState, place: Place): string | null | undefined {
  if (place.leaving?.isFalling)
    return 'It has been replaced and is on its way out: nothing is to be done about it.'
  if (place.isReserve) return reserveTodo(state, place)
  return state === 'replace' && place.leaving
    ? `${successorSays(place, place.leaving)} Send nothing from it any more.`
    : undefined
}

function reserveTodo(state: HealthState, place: Place): string | null {
  const ordered = place.leaving && successorSays(place, place.leaving)
  if (place.isSpent)
    return `A spare took its place, and it is on its way out. ${ordered ?? 'Replace it in your reserve to have a spare there again.'}`
  if (state === 'replace')
    return `It is in your reserve and sends no cold mail. ${ordered ?? 'Replace it there to have a spare in its place.'}`
  return state === 'rest' || state === 'watch'
    ? 'It is a spare and sends no cold mail. It takes no place until it is well again.'
    : null
}

/** How far the one is that was ordered: a replacement that stopped does not come by itself. */
function successorSays({ isReserve, isOnHold }: Place, { successor }: Leaving): string {
  if (isOnHold)
    return 'Another domain was ordered for it, and the order is on hold: nothing goes on until that ends.'
  switch (successor) {
    case 'error':
      return 'The domain that was ordered for it could not be set up: the order says why.'
    case 'pending':
      return 'The domain that was ordered for it waits for you: the order says for what.'
    case null:
    case 'cancelled':
      return 'The domain that was ordered for it does not come: the order says what to do.'
    default:
      return `Another domain takes its place${isReserve ? ' in your reserve' : ''} once that is delivered.`
  }
}
