/** A test that shows the outcome: where it stands, and its name as it is written there. */
interface Proof {
  file: string
  name: string
}

/** Something that goes wrong, and what must be true afterwards. */
export interface Fault {
  id: number
  fault: string
  outcome: string
  tests: readonly Proof[]
  /** What of it no test shows, and why. */
  notTested?: string
}

const server = 'src/server'
const ordering = `${server}/features/orders/ordering.test.ts`
const unpaidHolds = `${server}/features/orders/unpaid-holds.test.ts`
const managing = `${server}/features/orders/managing.test.ts`
const reinstatement = `${server}/features/reinstatement/reinstatement.test.ts`
const managingEdges = `${server}/features/orders/managing-edges.test.ts`
const bulkUpdate = `${server}/features/bulk-update/bulk-update.test.ts`
const convergences = ['first', 'second'].map(
  (half) => `${server}/provisioning/convergence-${half}-half.test.ts`,
)
const processes = `${server}/provisioning/processes.test.ts`
const killServer = `${server}/testing/kill-server.test.ts`
const limits = `${server}/limits/limits.test.ts`
const payments = `${server}/faults/payments.test.ts`
const provisioning = `${server}/faults/provisioning.test.ts`
const infrastructure = `${server}/faults/infrastructure.test.ts`

const shownIn = (file: string, ...names: string[]): Proof[] => names.map((name) => ({ file, name }))
const property =
  'whatever fails wherever, and whatever the customer changes meanwhile, every vendor ends up with exactly what is wanted'
const doubleClick = 'a double click, a second tab and a retry all lead to one order and one session'
const whileEachVendor = 'while %s, at every kind of vendor, each effect is had exactly once in the end'

/** Every fault that the product is built to survive; `npm run test:faults` runs exactly the tests named here. */
export const faults: readonly Fault[] = [
  {
    id: 1,
    fault: 'The customer clicks twice on pay.',
    outcome: 'There is one order and one payment page.',
    tests: shownIn(ordering, doubleClick),
  },
  {
    id: 2,
    fault: 'The same draft is paid for in two tabs.',
    outcome: 'There is one page to pay on, and the other tab is led to it.',
    tests: shownIn(ordering, doubleClick),
  },
  {
    id: 3,
    fault: 'An idempotency key comes back with another body.',
    outcome: 'It is refused with 409 and nothing is written.',
    tests: shownIn(ordering, 'an idempotency key answers a repeated request and refuses another body'),
  },
  {
    id: 4,
    fault: 'The process is killed after the order is stored and before Stripe is called.',
    outcome: 'The same request with the same key opens one session.',
    tests: shownIn(
      infrastructure,
      'a process that is killed with an order stored and Stripe not yet asked: the same request with the same key opens one session',
    ),
  },
  {
    id: 5,
    fault: 'Stripe does not answer in time, but has done it.',
    outcome: 'The retry finds the same session.',
    tests: shownIn(
      ordering,
      'an answer of the payment provider that is lost costs nothing: the retry finds the same session',
    ),
  },
  {
    id: 6,
    fault: 'Stripe answers 500 and remembers that under the key.',
    outcome:
      'We look behind it, then use a new key that is recorded; there is no loop and no second session.',
    tests: [
      ...shownIn(
        ordering,
        'a failure that the provider remembers is looked behind and replaced by a new key, once',
      ),
      ...shownIn(
        payments,
        'failures that the provider remembers again and again lead to new keys, never to a loop or a second session',
      ),
    ],
  },
  {
    id: 7,
    fault: 'Stripe answers 429.',
    outcome:
      'It is left alone for as long as it said, the customer is told when to come back, and the draft is kept.',
    tests: shownIn(
      payments,
      'a payment provider that says 429 is left alone for as long as it said; the draft is kept',
    ),
  },
  {
    id: 8,
    fault: 'Stripe is down for an hour.',
    outcome:
      'Every press is answered with a clear sentence; requests and rows do not pile up; the draft is kept.',
    tests: shownIn(
      payments,
      'while the payment provider is down every press is told so; requests and rows do not pile up',
    ),
  },
  {
    id: 9,
    fault: 'The client alters price, count, address or order.',
    outcome: 'It is compared with our own rows and refused where it differs.',
    tests: shownIn(
      ordering,
      'what the client says of price, address and order is compared and refused',
      'somebody else cannot pay for, confirm or see an order',
    ),
  },
  {
    id: 10,
    fault: 'The price or the promotion changes during the checkout.',
    outcome: 'The price on the open page is honoured; before that the customer is asked again.',
    tests: [
      ...shownIn(ordering, 'a promotion is taken off what it covers: shown, charged and stored are the same'),
      ...shownIn(
        payments,
        'a promotion that ends while the payment page is open is honoured; one that ended before is asked about again',
      ),
    ],
  },
  {
    id: 11,
    fault: 'The payment page expires unpaid.',
    outcome: 'The order expires, its names are free and can be ordered again.',
    tests: shownIn(ordering, 'a session that expires unpaid gives the names free'),
    notTested: 'That the browser restores the draft is shown by the browser tests, not by this run.',
  },
  {
    id: 12,
    fault: 'The customer returns before the webhook.',
    outcome: 'Stripe is asked; the page says verifying and never a false success.',
    tests: shownIn(
      ordering,
      'returning before anything is paid says verifying, and a cancelled page stays payable',
    ),
  },
  {
    id: 13,
    fault: 'The customer never returns.',
    outcome: 'The webhook alone fulfils the order.',
    tests: shownIn(ordering, 'the webhook alone fulfils; ten deliveries at once have one effect'),
  },
  {
    id: 14,
    fault: 'The cancel address is opened after paying.',
    outcome: 'The order stays paid.',
    tests: shownIn(payments, 'opening the cancel address after paying changes nothing'),
  },
  {
    id: 15,
    fault: 'One event is delivered ten times at once.',
    outcome: 'It has one effect and ten successful answers.',
    tests: shownIn(ordering, 'the webhook alone fulfils; ten deliveries at once have one effect'),
  },
  {
    id: 16,
    fault: 'The event of the payment comes before the event of the session.',
    outcome: 'The end is the same as in the right order.',
    tests: [
      ...shownIn(payments, 'events that come in the wrong order lead to the right end'),
      ...shownIn(
        `${server}/features/billing/event-order.test.ts`,
        'an order is paid for without an alarm, in whatever order its events come',
        'a reinstatement and a cancellation raise no alarm, in whatever order their events come and are acted on',
      ),
    ],
  },
  {
    id: 17,
    fault: 'A "failed" comes late, after "paid".',
    outcome: 'Nothing is taken back.',
    tests: shownIn(payments, 'a late "failed" after "paid" takes nothing back'),
  },
  {
    id: 18,
    fault: 'The webhook comes days late or never.',
    outcome: 'A sweep every five minutes fulfils the order.',
    tests: shownIn(ordering, 'when no webhook ever comes, the sweep fulfils'),
  },
  {
    id: 19,
    fault: 'A webhook has a bad signature, an old time or an altered body.',
    outcome: 'It is refused with 400 and has no effect.',
    tests: shownIn(ordering, 'the webhook alone fulfils; ten deliveries at once have one effect'),
  },
  {
    id: 20,
    fault: 'The process is killed after it stored an event and before acting on it.',
    outcome: 'The next worker acts on it.',
    tests: shownIn(
      infrastructure,
      'an event that was stored by a process that is killed then is acted on by the next worker',
    ),
  },
  {
    id: 21,
    fault: 'The process is killed after the effect of an event and before noting it.',
    outcome: 'Delivering and acting on it again does nothing.',
    tests: shownIn(
      payments,
      'an event whose effect was had before the crash does nothing when it is delivered and acted on again',
    ),
  },
  {
    id: 22,
    fault: 'An event has a type that nobody knows.',
    outcome: 'It is answered with success and kept.',
    tests: shownIn(payments, 'an event of an unknown type is taken, kept and does nothing'),
  },
  {
    id: 23,
    fault: 'A payment is refunded or disputed during provisioning.',
    outcome: 'The order is paused and the operator told once; a dispute that is won lets it go on.',
    tests: shownIn(payments, 'a %s during provisioning pauses the order and tells the operator once'),
  },
  {
    id: 24,
    fault: 'A renewal fails.',
    outcome:
      'The customer is warned, paused after the time of grace, and back after paying; nothing is deleted.',
    tests: shownIn(
      managingEdges,
      'a failed renewal warns at once and pauses the order after the time of grace, until it is paid',
    ),
  },
  {
    id: 25,
    fault: 'A worker is killed between any two steps.',
    outcome: 'The next one goes on there; each effect is had once.',
    tests: [
      ...shownIn(
        processes,
        'workers are killed at random moments, one after the other; the next one finishes what they left, and nothing is there twice',
      ),
      ...convergences.flatMap((file) => shownIn(file, property)),
    ],
  },
  {
    id: 26,
    fault: 'The registrar does not answer in time, but has registered the name.',
    outcome: 'It is looked up before anything is repeated, and paid once.',
    tests: shownIn(provisioning, 'a registration that times out but happened is looked up, not paid twice'),
  },
  {
    id: 27,
    fault: 'Three of five names are registered.',
    outcome: 'The order goes on; one name is retried, the other chosen anew.',
    tests: shownIn(
      provisioning,
      'three of five domains registered: the order goes on, one is retried and one is chosen anew',
    ),
  },
  {
    id: 28,
    fault: 'A name is taken between search and registration.',
    outcome: 'The customer chooses another at no cost, or its fee goes back once.',
    tests: [
      ...shownIn(managing, 'a bought name that was taken meanwhile is chosen anew at no cost'),
      ...shownIn(
        provisioning,
        'the fee of a name that was taken meanwhile goes back once when its order is given up',
      ),
    ],
  },
  {
    id: 29,
    fault: 'Two customers order one name.',
    outcome: 'One gets it; the other is told which name it is and offered others, before paying.',
    tests: [
      ...shownIn(
        payments,
        'of two customers who order one name at the same moment one gets it, and the other is told which name it is',
      ),
      ...shownIn(ordering, 'a name in somebody’s order cannot be ordered again, not even before it is paid'),
    ],
  },
  {
    id: 30,
    fault: 'A mailbox is created and the answer is lost.',
    outcome: 'It is found by its address; there is no second one.',
    tests: [
      ...shownIn(provisioning, whileEachVendor),
      ...convergences.flatMap((file) => shownIn(file, property)),
    ],
  },
  {
    id: 31,
    fault: 'Vendors answer a storm of 429.',
    outcome: 'One limiter holds for all processes, and every domain gets its turn.',
    tests: [
      ...shownIn(provisioning, 'through a storm of 429 every domain gets its turn'),
      ...shownIn(
        limits,
        'many processes at once never book more than the burst and the two seconds ahead',
        'a blocked key is closed to everybody until its time is over',
      ),
    ],
  },
  {
    id: 32,
    fault: 'Something about one domain always fails.',
    outcome: 'It is flagged after twenty tries and told to the operator; the others go on.',
    tests: shownIn(
      provisioning,
      'a domain that always fails is flagged after twenty tries, and the others go on',
    ),
  },
  {
    id: 33,
    fault: 'A worker hangs longer than its lease and wakes up.',
    outcome: 'Another one has taken over; what it writes late is refused.',
    tests: shownIn(
      processes,
      'what a killed and a stopped worker held is taken over by another, and the stopped one writes nothing when it goes on',
    ),
  },
  {
    id: 34,
    fault: 'The credentials of the sending tool are revoked meanwhile.',
    outcome: 'The customer is told once what to do; the set-up goes on after they are corrected.',
    tests: shownIn(
      provisioning,
      'revoked credentials of the sending tool are the customer’s to correct; the set-up goes on afterwards',
    ),
  },
  {
    id: 35,
    fault: 'The database is killed under load and restarts.',
    outcome:
      'Requests are answered 503 with Retry-After, then again as before; nothing acknowledged is lost.',
    tests: shownIn(
      killServer,
      'a database that is killed under load comes back by itself, with every acknowledged write',
      'while the database is killed and comes back, requests are refused with a time to come back, then answered',
      'every acknowledged write survives the killing of %s in the middle of writes',
    ),
  },
  {
    id: 36,
    fault: 'The disk is full, under the log or under the database.',
    outcome:
      'Writes are refused clearly, reading works, and everything recovers by itself; a full log ends nothing.',
    tests: shownIn(
      infrastructure,
      'a log on a full disk loses lines, never a request',
      'while the database says that its disk is full, writes are refused with a time to come back and reads go on',
    ),
    notTested:
      'A disk that is really full under PostgreSQL: its own error is raised by a trigger instead, since filling a disk needs a file system of its own.',
  },
  {
    id: 37,
    fault: 'A clock is wrong by ten minutes or jumps back.',
    outcome: 'Leases, sessions and sweeps go by the clock of the database; the work is the same.',
    tests: shownIn(
      infrastructure,
      'a worker whose clock is wrong by %i minutes does the same as any other, and leases and sessions hold',
      'a sweep by a process whose clock was a day ahead leaves no gap behind when the clock jumps back',
    ),
    notTested:
      'The wall clock is shifted inside the process, not on the machine. A webhook that Stripe signed is refused while the clock is more than five minutes off; the sweep finds what it told.',
  },
  {
    id: 38,
    fault: 'Processes are stopped and replaced one by one under load.',
    outcome: 'Requests under way are answered, each process ends by itself, and no request fails.',
    tests: [
      ...shownIn(
        infrastructure,
        'while one process after the other is stopped and replaced under load, no request fails',
      ),
      ...shownIn(
        killServer,
        'requests that have begun when the server is told to stop are answered, and its data is closed',
      ),
    ],
    notTested:
      'Two different versions on one database, since there is only one version. A connection that is cut before its request was read is sent to the other process, as a proxy does with reading requests.',
  },
  {
    id: 39,
    fault: 'Five tabs renew the session together.',
    outcome:
      'The token rotates once and all stay signed in; an old token that comes back later ends the chain.',
    tests: shownIn(
      `${server}/features/auth/auth.test.ts`,
      'five tabs that refresh together all stay signed in and end up with one chain',
      'an old refresh token that comes back later ends the whole chain, for thief and owner alike',
    ),
  },
  {
    id: 40,
    fault: 'A restored backup is older than what Stripe knows.',
    outcome: 'The sweep rebuilds what was paid since, and tells the operator of payments that nobody knows.',
    tests: [
      ...shownIn(
        infrastructure,
        'after an older backup was restored the sweep rebuilds what was paid since, and tells of what nobody knows',
      ),
      ...shownIn(
        ordering,
        'a payment that no order knows, as after restoring an older backup, is told to the operator once',
      ),
    ],
  },
  {
    id: 41,
    fault: 'An order is asked back and its checkout fails.',
    outcome: 'It stays cancelled; the next press opens one payment page.',
    tests: [
      ...shownIn(
        payments,
        'a reinstatement whose checkout fails stays cancelled, and the next press opens one payment page',
      ),
      ...shownIn(
        reinstatement,
        'an order that was asked back and not paid for stays cancelled, and can be asked back again',
      ),
    ],
  },
  {
    id: 42,
    fault: 'A forwarding update of more than 20 domains is interrupted.',
    outcome: 'The next worker finishes it, and its job ends.',
    tests: shownIn(
      processes,
      'a forwarding update of more than 20 domains goes on after its worker was killed in the middle, and its job ends',
    ),
  },
  {
    id: 43,
    fault: 'An order is cancelled during provisioning.',
    outcome: 'Nothing is left behind at any vendor.',
    tests: shownIn(managing, 'cancelled while mailboxes are being made: nothing is left behind'),
  },
  {
    id: 44,
    fault: 'A replacement is submitted twice.',
    outcome: 'It is made once.',
    tests: [
      ...shownIn(managingEdges, 'the same replacement sent twice at once is made once'),
      ...shownIn(
        managing,
        'a purchased replacement is paid for first; submitted twice it is one payment page',
      ),
    ],
  },
  {
    id: 45,
    fault: 'A change of people was had on some mailboxes only.',
    outcome: 'It is finished everywhere.',
    tests: [
      ...shownIn(
        provisioning,
        'a change of people that was had on some mailboxes only is finished, at the host and on record',
      ),
      ...shownIn(managingEdges, 'people who are changed while mailboxes are being made end up as asked'),
    ],
  },
  {
    id: 46,
    fault: 'A bulk update is interrupted at account 500 of 1,000.',
    outcome: 'It goes on there: nothing is lost, nothing done twice.',
    tests: shownIn(
      `${server}/features/bulk-update/killed-worker.test.ts`,
      'an update of $name goes on after its worker was killed at account 500: nothing is lost, nothing done again',
    ),
  },
  {
    id: 47,
    fault: 'A vendor says that it did what it did not do.',
    outcome: 'Reading back shows it, and it is done or told.',
    tests: [
      ...shownIn(provisioning, whileEachVendor),
      ...shownIn(bulkUpdate, 'notices when the vendor says yes and does nothing'),
      ...convergences.flatMap((file) => shownIn(file, property)),
    ],
  },
  {
    id: 48,
    fault: 'A vendor answers with a web page.',
    outcome: 'It counts as no answer and is tried again.',
    tests: [
      ...shownIn(provisioning, whileEachVendor),
      ...convergences.flatMap((file) => shownIn(file, property)),
    ],
  },
  {
    id: 49,
    fault: 'The last two domains of an order finish in the same moment.',
    outcome: 'One mail says that the inboxes are set up, with the file where one is due.',
    tests: shownIn(
      provisioning,
      'when the last two domains of an order finish in the same moment the customer gets the mail with the file, once',
    ),
  },
  {
    id: 50,
    fault: 'One purpose floods a vendor: paid work, people at pages, or looks.',
    outcome: 'The two others are served at once, out of their own parts of the limit.',
    tests: shownIn(
      `${server}/limits/reserve-place.test.ts`,
      'a flood of %s takes its own part and leaves the others theirs, whole',
      'calls that are booked ahead take nothing of what others may do now',
    ),
  },
  {
    id: 51,
    fault: 'Orders, replacements and reinstatements are begun and never paid, many at once.',
    outcome:
      'Each ends after half an hour or with its payment page, its names are free, and nobody holds more than a few.',
    tests: [
      ...shownIn(
        unpaidHolds,
        'an order whose payment page is never opened gives its names free after 30 minutes, not before',
        'an order with a payment page is held as long as the page, and freed once Stripe says that it is over',
        'while a second payment page of an order is open, the end of the first frees nothing',
        'a customer has at most 20 unpaid orders, however many are sent at once',
        'a customer has at most 200 names in what is not paid, however many are sent at once',
        'a replacement whose payment page could not be opened gives its name free after 30 minutes',
      ),
      ...shownIn(
        reinstatement,
        'an order that was asked back and not paid for stays cancelled, and can be asked back again',
      ),
    ],
  },
  {
    id: 52,
    fault: 'A replacement is given up in one tab and paid in another.',
    outcome: 'What was paid first stands; what was given up leaves nothing behind.',
    tests: shownIn(
      `${server}/features/checkout/discard-payment.test.ts`,
      'whoever turns back from the payment page has given the replacement up, and its name is free at once',
      'a payment in another tab wins over giving up',
    ),
  },
  {
    id: 53,
    fault: "Somebody else's domain is ordered before its owner comes.",
    outcome:
      'The owner takes it by a DNS record of their own; the other order is told and chooses another domain.',
    tests: shownIn(
      `${server}/features/claims/claim-domain.test.ts`,
      'an owner takes their name out of an order that was never pointed here; the order is told and chooses anew',
      'an unpaid order ends when the owner of one of its names shows up, and its payment page is closed',
      'a name that is delegated here, or was registered by us, is nobody’s to take',
    ),
  },
  {
    id: 54,
    fault: 'A payment is disputed or given back while Stripe fails, or before the payment is known here.',
    outcome: 'The order is on hold and charged for nothing, until it is won, released or ended.',
    tests: shownIn(
      `${server}/features/billing/holds.test.ts`,
      'while a %s holds an order nothing is charged for it, its customer is told once, and the list says so',
      'a pause of billing that fails stays due and is made good',
      'a dispute that comes before the payment is known here holds the order all the same',
    ),
  },
  {
    id: 55,
    fault:
      'A customer is suspended while other vendors are away or a worker is killed, and enabled in the middle of it.',
    outcome:
      'Mailboxes stop first, whatever else is stuck; in the end host and tool have what was asked for last. In the tool they are paused, with their history and campaigns, and go on as they were.',
    tests: [
      ...shownIn(
        `${server}/features/customers/suspend.test.ts`,
        'mailboxes are stopped whatever else of the domain is stuck, and at the tool though the host is away',
        'a worker that is killed while stopping, and an enable in the middle of it, leave nothing half done',
      ),
      ...shownIn(
        `${server}/features/customers/pause-in-tool.test.ts`,
        'at %s mailboxes of a suspended customer are paused, never taken out, and go on exactly as they were',
        'a tool that says it paused and did not is not believed; what is paused is known by what it lists',
        'what is let loose behind our back, at the host or in the tool, is stopped again by the day’s listings',
      ),
      ...shownIn(
        `${server}/provisioning/suspending-processes.test.ts`,
        'a worker that is killed while it stops mailboxes %s is followed by another, in both directions',
      ),
    ],
  },
  {
    id: 56,
    fault:
      'Two payment pages for the same thing are paid: by an order, a replacement or a part of a reinstatement.',
    outcome:
      'The first page ends before a second is given out; where both were paid in the same moment, the second payment goes back and its subscription ends.',
    tests: [
      ...shownIn(
        `${server}/features/checkout/paid-once.test.ts`,
        'of an order ends the one that was opened without the code',
        'is not given out while the other one cannot be ended, and is once it can',
        'asked for with and without a code at the same moment leaves one',
        'as an order goes back as a whole, and its subscription ends',
        'as a part of a reinstatement goes back in part, and is billed no more',
        'as a replacement goes back for the name that was paid',
        'for something that is cancelled by then goes back',
      ),
      ...shownIn(
        `${server}/features/checkout/random-payments.test.ts`,
        'whatever is opened, paid and cancelled in whatever order, what was kept pays for exactly what ran',
      ),
    ],
  },
  {
    id: 57,
    fault: 'Money goes back by the operator, by Stripe, by the bank and by itself, in any order.',
    outcome: 'Never more goes back than was paid, and no fee pays for two names.',
    tests: shownIn(
      `${server}/features/billing/given-back-once.test.ts`,
      'whatever is done in whichever order, never more goes back than was paid, and no fee pays twice',
      'a refund that is ordered again does not put back on hold what the operator released since',
    ),
  },
  {
    id: 58,
    fault: 'An account is suspended, closed or erased while a payment page is open, or as it is paid.',
    outcome:
      'The page ends. What is paid all the same goes back and its subscription ends, or, while suspended, waits.',
    tests: shownIn(
      `${server}/features/customers/stopped-payments.test.ts`,
      'ends open payment pages at Stripe, and gives their names free',
      'is done though Stripe does not answer: the page is ended by the next sweep',
      'goes back by itself, ends its subscription, and is told to the operator',
    ),
  },
  {
    id: 59,
    fault: 'A newer wish comes just as a run of the old one ends.',
    outcome: 'The newer one is worked on at once, and nothing of the old one is said to be so.',
    tests: shownIn(
      `${server}/provisioning/overtaken-run.test.ts`,
      'a cancellation that comes just before a run ends keeps its word, and is worked on at once',
      'a cancellation that comes just before a name is delivered leaves it cancelled, and no mail says otherwise',
    ),
  },
  {
    id: 60,
    fault:
      'Two causes hold one order: a dispute, a refund, the operator, a suspension; each begins and ends on its own.',
    outcome: 'It is served and billed again once the last of them has ended, and not by cancelling it.',
    tests: [
      ...shownIn(
        `${server}/features/billing/held-for-two-causes.test.ts`,
        'a renewal that goes back while the first payment is disputed holds on when the dispute is won',
        'what the operator holds goes on being held when a dispute is won, and the other way round',
        'is not lifted by cancelling it and asking for it back, until it is released',
        'does not come back for a page that was open before: what is paid there goes back',
      ),
      ...shownIn(
        `${server}/features/customers/suspended-and-held.test.ts`,
        'the hold first: enabling lifts the suspension alone',
        'the suspension first: enabling leaves what has come since',
      ),
    ],
  },
  {
    id: 61,
    fault:
      'Two changes of what a subscription bills overtake each other, or a worker is killed between them.',
    outcome: 'What is billed in the end is what is wanted.',
    tests: shownIn(
      `${server}/features/billing/billing-one-at-a-time.test.ts`,
      'a change that comes while an earlier one is under way is not overtaken by it',
      'what a worker sent before it was killed takes effect before anything else is sent',
      'whatever changes and whoever works on it in whatever order, what is billed in the end is what is wanted',
    ),
  },
  {
    id: 62,
    fault: 'A renewal was refused, and another card is given after the order has ended or is on hold.',
    outcome: 'Nothing is charged: what was refused is given up.',
    tests: shownIn(
      `${server}/features/billing/stopped-renewals.test.ts`,
      'a refused renewal is charged to no other card when %s, and can be paid by nobody',
      'a card that is given when %s is not charged, even before Stripe was told',
      'a refused renewal of a subscription that somebody ended at Stripe is given up',
    ),
  },
  {
    id: 63,
    fault: 'A refund fails at the bank days after it had succeeded.',
    outcome: 'It is owed again, named until it is settled, and never given twice.',
    tests: shownIn(
      `${server}/features/billing/failed-refunds.test.ts`,
      'is told to the operator with what to do, and its customer learns that it has not arrived',
      'is owed, and cannot be given twice by another refund',
      'is told once, however often it is heard of, and an older event takes nothing back',
    ),
  },
  {
    id: 64,
    fault: 'One customer changes the same domains again and again, or keeps hundreds of requests open.',
    outcome: 'The work of others begins at once, and their requests are answered.',
    tests: [
      ...shownIn(
        `${server}/provisioning/wake.test.ts`,
        'a name waits once, whoever wishes for something and however often; a wish during its run queues it again',
        'customers take turns: who has few names waits for as many of each other customer, also of those who go on wishing',
      ),
      ...shownIn(
        `${server}/http/connections.test.ts`,
        'requests of one customer that are not over keep nobody else waiting, and are bounded',
      ),
    ],
  },
  {
    id: 65,
    fault: 'Strangers send webhooks whose bodies never end.',
    outcome: 'They hold a few megabytes in all, and events are taken meanwhile.',
    tests: shownIn(
      `${server}/features/billing/stripe-webhook.test.ts`,
      'bodies that one place holds back give way to others of it, the first one first, and events are taken',
      'bodies that many places hold back give way as well, and room is free again when they are gone',
    ),
  },
]
