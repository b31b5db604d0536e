import type { Routes } from '#base/http/binding.ts'
import { notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import * as api from '../api/health.ts'
import { dismissRest, restDomain, returnDomain } from './acts/answer-act.ts'
import { readHealthMail, setHealthMail } from './health-mail.ts'
import { setHealthMode } from './health-mode.ts'
import { readDomainHealth } from './read/read-domain-health.ts'
import { readOverview } from './read/read-overview.ts'
import { readStrips } from './read/read-strips.ts'

/** How a customer's delivered domains are. */
export function healthRoutes(deps: Dependencies): Routes {
  const { db, vendors } = deps
  return (bind) => {
    bind(api.domainsHealth, ({ customer }) =>
      readOverview(db, { watched: vendors.blocklists.watched, customerId: customer.id }),
    )

    bind(api.domainsStrips, async ({ customer, query }) => ({
      strips: await readStrips(db, query.ids, customer.id),
    }))

    bind(api.setOwnHealthMode, async ({ customer, body }) => ({
      message: await setHealthMode(db, customer.id, body.mode, 'customer'),
    }))

    bind(api.ownHealthMail, async ({ customer }) => ({ mail: await readHealthMail(db, customer.id) }))

    bind(api.setOwnHealthMail, async ({ customer, body }) => ({
      message: await setHealthMail(db, customer.id, body.mail),
    }))

    bind(api.oneDomainsHealth, async ({ customer, params }) => {
      const found = await readDomainHealth(db, params.domainId, customer.id)
      if (!found) throw notFound('This domain is not watched. It is from the moment that it is delivered.')
      return found
    })

    bind(api.restOwnDomain, async ({ customer, params: { domainId } }) => ({
      message: await restDomain(deps, { customerId: customer.id, domainId }),
    }))

    bind(api.dismissOwnRest, async ({ customer, params: { domainId } }) => ({
      message: await dismissRest(deps, { customerId: customer.id, domainId }),
    }))

    bind(api.returnOwnDomain, async ({ customer, params: { domainId } }) => ({
      message: await returnDomain(deps, { customerId: customer.id, domainId }),
    }))
  }
}
