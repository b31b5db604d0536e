import type { Routes } from '#base/http/binding.ts'
import { setPassCookie } from '#base/http/connect-pass.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { startConnecting } from '#features/tools/server/connecting/connect-links.ts'
import * as api from '../../api/console-work.ts'
import { answerWorkItems } from '../answer-work-item.ts'
import { workItemCsv } from '../work-item-csv.ts'
import { findDkim, listDkim } from './dkim-domains.ts'
import { listWork } from './list-work.ts'
import { listToConnect, readPicture } from './to-connect.ts'

/** What staff are asked to do, and their answers. */
export function workRoutes(deps: Dependencies): Routes {
  const { db } = deps
  return (bind) => {
    bind(api.listWork, ({ query }) => listWork(db, query))

    bind(api.answerWork, async ({ body }) => ({ results: await answerWorkItems(deps, body.answers) }))

    bind(api.exportWork, async ({ body }) => {
      const { domain, csv } = await workItemCsv(deps, body.id)
      return { filename: `mailboxes-${domain}.csv`, csv }
    })

    bind(api.listDkim, ({ query }) => listDkim(db, query.after))

    bind(api.listToConnect, async () => ({ waiting: await listToConnect(db) }))

    bind(api.startConnecting, async ({ staff, body, reply }) => {
      const { token, opened } = await startConnecting(deps, staff, body)
      setPassCookie(reply, deps.config.secureCookies, { id: opened.pass, token })
      return opened
    })

    bind(api.signInPicture, ({ params }) => readPicture(db, params.mailboxId))

    bind(api.findDkim, async ({ body }) => ({ found: await findDkim(db, body.domains) }))
  }
}
