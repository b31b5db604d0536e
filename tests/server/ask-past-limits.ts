import type { Sandbox } from '#vendors/sandbox/sandbox.ts'

/** Asks the sandbox and, where a vendor's limit is reached, once more when it has forgotten. */
export async function askPastLimits(
  sandbox: Pick<Sandbox, 'fetch' | 'advance'>,
  url: string,
  init: RequestInit,
): Promise<Response> {
  for (;;) {
    const answer = await sandbox.fetch(url, init)
    if (answer.ok) return answer
    if (answer.status !== 429) throw new Error(await answer.text())
    await sandbox.advance(60_000)
  }
}
