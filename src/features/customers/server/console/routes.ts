import { mayStaff } from '#base/access.ts'
import type { Routes } from '#base/http/binding.ts'
import type { ViewCookie } from '#base/http/customer-view.ts'
import { conflict } from '#base/http/refusal.ts'
import { readNextPrices, readOwnPrices } from '#base/prices/own-prices.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { beginView } from '#features/accounts/server/customer-views.ts'
import { forgiveRenewal } from '#features/billing/server/forgive-renewal.ts'
import { planIds } from '#features/plans/rules/catalog.ts'
import * as one from '../../api/console-customer.ts'
import * as acts from '../../api/console-customer-acts.ts'
import * as money from '../../api/console-customer-payments.ts'
import { customerOwnPrices, setCustomerPrice } from '../../api/console-customer-prices.ts'
import { customerList } from '../../api/console-customers.ts'
import { customerViewMinutes } from '../../rules/customer-views.ts'
import { addCustomer } from '../add-customer.ts'
import { exportedText } from '../export-customer.ts'
import { listOwnPrices, setOwnPrice } from '../own-prices.ts'
import { readSendingProgress } from '../sending-progress.ts'
import { close, erase, removeMembersFactor, reopen, resetMember, setAccess } from './acts.ts'
import { endEverySession, endOneSession } from './end-sessions.ts'
import { knownCustomer } from './known-customer.ts'
import { listCustomers } from './list-customers.ts'
import { addNote, changeNote, readNotes, removeNote } from './notes.ts'
import { readPayments, readSubscriptions } from './payments.ts'
import { readFacts } from './read-facts.ts'
import { readHistory } from './read-history.ts'
import { readOrders } from './read-orders.ts'
import { readMembers, readSessions } from './read-people.ts'
import { giveBack, giveBackAgain, planned } from './refunds.ts'

/** Customers, as the operator's staff see them. */
export function consoleCustomerRoutes({ db, prices }: Dependencies): Routes {
  return (bind) => {
    bind(customerList, async ({ query, staff }) => {
      const { customers, hasMore } = await listCustomers(db, query)
      if (mayStaff(staff.role, 'money.read')) return { customers, hasMore }
      return { customers: customers.map((row) => ({ ...row, monthlyCents: null })), hasMore }
    })
    bind(one.customerDetails, async ({ params, staff }) => {
      const facts = await readFacts(db, params.customerId)
      if (mayStaff(staff.role, 'money.read')) return facts
      return { ...facts, monthlyCents: null, stripeCustomerId: null }
    })
    bind(one.customerOrders, ({ params, query }) => readOrders(db, params.customerId, query.after))
    bind(one.customerPeople, async ({ params: { customerId } }) => ({
      members: await readMembers(db, customerId),
      sessions: await readSessions(db, customerId),
    }))
    bind(one.customerHistory, ({ params, query, staff }) =>
      readHistory(db, params.customerId, {
        after: query.after,
        seesMoney: mayStaff(staff.role, 'money.read'),
      }),
    )
    bind(one.customerSending, ({ params }) => readSendingProgress(db, params.customerId))
    bind(customerOwnPrices, async ({ params: { customerId } }) => {
      await knownCustomer(db, customerId)
      const [own, next] = await Promise.all([readOwnPrices(db, customerId), readNextPrices(db, customerId)])
      return {
        prices: planIds.map((plan) => ({
          plan,
          listCents: prices.now.plans[plan].cents,
          ownCents: own[plan] ?? null,
          next: next[plan] ?? null,
        })),
        history: await listOwnPrices(db, customerId),
      }
    })
    bind(money.customerPayments, ({ params, query }) => readPayments(db, params.customerId, query.after))
    bind(money.customerSubscriptions, async ({ params }) => ({
      subscriptions: await readSubscriptions(db, params.customerId),
    }))
  }
}

/** What they note for each other. */
export function consoleNoteRoutes({ db }: Dependencies): Routes {
  return (bind) => {
    bind(one.customerNotes, async ({ params, staff }) => ({
      notes: await readNotes(db, params.customerId, staff.id),
    }))
    bind(one.addCustomerNote, async ({ params: { customerId }, body, staff }) => {
      await addNote(db, { customerId, staffId: staff.id }, body.text)
      return { message: 'Noted.' }
    })
    bind(one.changeCustomerNote, async ({ params: { customerId, noteId }, body, staff }) => {
      await changeNote(db, { customerId, staffId: staff.id }, noteId, body.text)
      return { message: 'Changed.' }
    })
    bind(one.removeCustomerNote, async ({ params: { customerId, noteId }, staff }) => {
      await removeNote(db, { customerId, staffId: staff.id }, noteId)
      return { message: 'Removed.' }
    })
  }
}

/** What they do about customers: the same use cases as the operator's commands. */
export function consoleCustomerActRoutes(deps: Dependencies): Routes {
  const { db } = deps
  return (bind) => {
    bind(acts.addConsoleCustomer, async ({ body }) => {
      const { id, password } = await addCustomer(db, body)
      return { id, email: body.email, password }
    })
    bind(acts.resetCustomerPassword, ({ params: { customerId, userId } }) =>
      resetMember(db, customerId, userId),
    )
    bind(acts.removeCustomerFactor, async ({ params: { customerId, userId } }) => {
      await removeMembersFactor(deps, customerId, userId)
      return { message: 'The password alone signs them in now.' }
    })
    bind(acts.changeCustomerAccess, async ({ params, body }) => ({
      message: await setAccess(deps, params.customerId, body),
    }))
    bind(acts.closeConsoleCustomer, async ({ params, body }) => ({
      message: await close(deps, params.customerId, body.typed),
    }))
    bind(acts.reopenConsoleCustomer, async ({ params }) => ({
      message: await reopen(deps, params.customerId),
    }))
    bind(acts.eraseConsoleCustomer, async ({ params, body }) => ({
      message: await erase(deps, params.customerId, body.typed),
    }))
    bind(acts.exportConsoleCustomer, async ({ params }) => {
      const customer = await knownCustomer(db, params.customerId)
      return { fileName: `${customer.id}.json`, text: (await exportedText(deps, customer)).text }
    })
    bind(acts.endCustomerSession, async ({ params: { customerId, sessionId } }) => {
      await endOneSession(db, customerId, sessionId)
      return { message: 'The session has ended.' }
    })
    bind(acts.endCustomerSessions, async ({ params }) => {
      await endEverySession(db, params.customerId)
      return { message: 'Every session has ended.' }
    })
    bind(setCustomerPrice, async ({ params, body, staff }) => ({
      message: await setOwnPrice(deps, {
        customerId: params.customerId,
        ...body,
        from: body.from ?? null,
        by: staff,
      }),
    }))
    bind(money.planCustomerRefund, ({ params, body }) => planned(deps, params.customerId, body))
    bind(money.refundCustomer, async ({ params, body }) => ({
      message: await giveBack(deps, params.customerId, body),
    }))
    bind(money.refundCustomerAgain, async ({ params }) => ({
      message: await giveBackAgain(deps, params.customerId, params.refundId),
    }))
    bind(money.forgiveCustomerRenewal, async ({ params, body }) => {
      const cents = await forgiveRenewal(deps, { ...params, ...body })
      return { message: `${formatUsd(cents)} is no longer owed. The customer is told by mail.` }
    })
  }
}

/** The customer's side, as the customer sees it. */
export function consoleViewRoutes({ db }: Dependencies, cookie: ViewCookie): Routes {
  return (bind) => {
    bind(acts.viewAsCustomer, async ({ params, staff, reply }) => {
      const { id, email, erasedAt } = await knownCustomer(db, params.customerId)
      if (erasedAt) throw conflict('There is nothing left to look at.')
      cookie.set(reply, await beginView(db, { customerId: id, staffSessionId: staff.sessionId }))
      return { message: `Viewing as ${email} for ${customerViewMinutes} minutes.` }
    })
  }
}
