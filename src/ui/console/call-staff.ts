import type { Endpoint, ResponseOf } from '#base/api/endpoint.ts'
import { ApiError, type CallArguments, call, saysSignedOut } from '../api.ts'
import { fetchForPress } from '../frame/fetch-for-press.ts'
import { isUnconfirmed } from '../frame/forms/unconfirmed.ts'
import { queryClient } from '../query-client.ts'
import { sessionOver, staffQuery } from './staff-session.ts'

const ask = () => fetchForPress(() => import('./ask-staff.ts')).then(({ askStaff }) => askStaff())

/**
 * Calls for the signed-in member of staff. One whose session is over is led to the sign-in page. Where the second
 * factor is asked for again, the person is asked and the call repeated; who does not answer gets the refusal, which
 * `isUnconfirmed` knows and which says nothing.
 *
 * @throws what `call` throws, and a `DeviceError` where the question's code does not arrive.
 */
export async function callStaff<E extends Endpoint>(
  endpoint: E,
  ...input: CallArguments<E>
): Promise<ResponseOf<E>> {
  try {
    return await once(endpoint, ...input)
  } catch (error) {
    if (!isUnconfirmed(error) || !(await ask())) throw error
    return once(endpoint, ...input)
  }
}

async function once<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>): Promise<ResponseOf<E>> {
  try {
    return await call(endpoint, ...input)
  } catch (error) {
    if (saysSignedOut(error)) sessionOver()
    // The role may be another by now than this page was drawn for.
    if (error instanceof ApiError && error.code === 'forbidden') void queryClient.refetchQueries(staffQuery)
    throw error
  }
}
