import type { HostileRequest } from './hostile-requests.ts'

/** What is refused before it was read may be cut off while it is still being sent, with or without an answer. */
const cutOff = ['EPIPE', 'ECONNRESET', 'UND_ERR_SOCKET']

/** Sends it and returns the status as soon as there is one; what else is said nobody reads. */
export async function sendHostile(
  url: string,
  { method, path, body, headers: own }: HostileRequest,
  { origin = url, ...headers }: Record<string, string>,
): Promise<number | 'ended'> {
  try {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        origin,
        'x-requested-with': 'XMLHttpRequest',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
        ...own,
      },
      body,
    })
    await answer.body?.cancel()
    return answer.status
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    if (cutOff.includes(cause?.code ?? '')) return 'ended'
    throw error
  }
}
