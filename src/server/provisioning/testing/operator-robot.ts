import { isNull } from 'drizzle-orm'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { workItems } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { answerWorkItem } from '../../features/work-items/answer-work-item.ts'

/** Does what a person of the operator would, in the vendors' consoles, for every open work item. */
export async function answerWorkItems(
  deps: Pick<Dependencies, 'db' | 'queue'>,
  sandbox: Pick<Sandbox, 'fetch'>,
): Promise<void> {
  const consoleCall = async (path: string, domain: string) => {
    const answer = await sandbox.fetch(`http://sandbox.invalid${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ domain }),
    })
    return (await answer.json()) as { value: string }
  }
  for (const item of await deps.db.select().from(workItems).where(isNull(workItems.closedAt))) {
    if (item.answer) continue
    const answer: Record<string, string> = { done: 'yes' }
    if (item.kind === 'dkim_key') answer.txt = (await consoleCall('/_google/dkim', item.subject)).value
    if (item.kind === 'dkim_start') await consoleCall('/_google/dkim/start', item.subject)
    await answerWorkItem(deps, item.id, answer)
  }
}
