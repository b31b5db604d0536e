import { isNull } from 'drizzle-orm'
import { connectByStaff, trustTool } from '#apps/demo/connect-by-staff.ts'
import { workItems } from '#base/db/schema/index.ts'
import { answerWorkItem } from '#features/work/server/answer-work-item.ts'
import type { Sandbox } from '#vendors/sandbox/sandbox.ts'
import type { Dependencies } from '../../dependencies.ts'

/** Does what a person of the operator would, in the vendors' consoles and at the sign-in pages. */
export async function answerWorkItems(
  deps: Pick<Dependencies, 'db' | 'queue' | 'alert' | 'vendors' | 'secrets'>,
  sandbox: Pick<Sandbox, 'fetch' | 'ports'>,
): Promise<void> {
  await answerInConsoles(deps, sandbox)
  await connectByStaff(deps, `http://127.0.0.1:${sandbox.ports.signIn}`)
}

/** All but the signing in, for every open work item. */
export async function answerInConsoles(
  deps: Pick<Dependencies, 'db' | 'queue' | 'alert' | 'vendors' | 'secrets'>,
  sandbox: Pick<Sandbox, 'fetch'>,
): Promise<void> {
  const post = async <Answer>(path: string, body: unknown) => {
    const answer = await sandbox.fetch(`http://sandbox.invalid${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Answer
  }
  const consoleCall = (path: string, domain: string) => post<{ value: string }>(path, { domain })
  for (const item of await deps.db.select().from(workItems).where(isNull(workItems.closedAt))) {
    if (item.answer || item.kind === 'tool_sign_in') continue
    if (item.kind === 'tool_consent') {
      const [connectionId = '', accountId = ''] = item.subject.split(' ')
      await trustTool(deps, { post }, connectionId, accountId)
    }
    const answer: Record<string, string> = { done: 'yes' }
    if (item.kind === 'dkim_key') answer.txt = (await consoleCall('/_google/dkim', item.subject)).value
    if (item.kind === 'dkim_start') await consoleCall('/_google/dkim/start', item.subject)
    await answerWorkItem(deps, item.id, answer)
  }
}
