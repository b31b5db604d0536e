/** Something that goes wrong, and what must be true afterwards. */
export interface Fault {
  id: number
  fault: string
  outcome: string
  /** How many tests carry its tag. A test that loses its tag, or a further one, is noticed by this number. */
  shownBy: number
  /** What of it no test shows, and why. */
  notTested?: string
}

/**
 * Every fault that the product is built to survive. The tests that show one carry its tag, as in
 * `test('…', { tags: ['fault-31'] }, …)`; `npm run test:faults` runs exactly these, and writes the page of them.
 */
export const faults = [
  {
    id: 1,
    fault: 'The customer clicks twice on pay.',
    outcome: 'There is one order and one payment page.',
    shownBy: 1,
  },
  {
    id: 2,
    fault: 'The same draft is paid for in two tabs.',
    outcome: 'There is one page to pay on, and the other tab is led to it.',
    shownBy: 1,
  },
  {
    id: 3,
    fault: 'An idempotency key comes back with another body.',
    outcome: 'It is refused with 409 and nothing is written.',
    shownBy: 1,
  },
  {
    id: 4,
    fault: 'The process is killed after the order is stored and before Stripe is called.',
    outcome: 'The same request with the same key opens one session.',
    shownBy: 1,
  },
  {
    id: 5,
    fault: 'Stripe does not answer in time, but has done it.',
    outcome: 'The retry finds the same session.',
    shownBy: 1,
  },
  {
    id: 6,
    fault: 'Stripe answers 500 and remembers that under the key.',
    outcome:
      'We look behind it, then use a new key that is recorded; there is no loop and no second session.',
    shownBy: 2,
  },
  {
    id: 7,
    fault: 'Stripe answers 429.',
    outcome:
      'It is left alone for as long as it said, the customer is told when to come back, and the draft is kept.',
    shownBy: 1,
  },
  {
    id: 8,
    fault: 'Stripe is down for an hour.',
    outcome:
      'Every press is answered with a clear sentence; requests and rows do not pile up; the draft is kept.',
    shownBy: 1,
  },
  {
    id: 9,
    fault: 'The client alters price, count, address or order.',
    outcome: 'It is compared with our own rows and refused where it differs.',
    shownBy: 2,
  },
  {
    id: 10,
    fault: 'The price or the promotion changes during the checkout.',
    outcome: 'The price on the open page is honoured; before that the customer is asked again.',
    shownBy: 3,
  },
  {
    id: 11,
    fault: 'The payment page expires unpaid.',
    outcome: 'The order expires, its names are free and can be ordered again.',
    shownBy: 1,
    notTested: 'That the browser restores the draft is shown by the browser tests, not by this run.',
  },
  {
    id: 12,
    fault: 'The customer returns before the webhook.',
    outcome: 'Stripe is asked; the page says verifying and never a false success.',
    shownBy: 1,
  },
  {
    id: 13,
    fault: 'The customer never returns.',
    outcome: 'The webhook alone fulfils the order.',
    shownBy: 1,
  },
  {
    id: 14,
    fault: 'The cancel address is opened after paying.',
    outcome: 'The order stays paid.',
    shownBy: 1,
  },
  {
    id: 15,
    fault: 'One event is delivered ten times at once.',
    outcome: 'It has one effect and ten successful answers.',
    shownBy: 1,
  },
  {
    id: 16,
    fault: 'The event of the payment comes before the event of the session.',
    outcome: 'The end is the same as in the right order.',
    shownBy: 3,
  },
  {
    id: 17,
    fault: 'A "failed" comes late, after "paid".',
    outcome: 'Nothing is taken back.',
    shownBy: 1,
  },
  {
    id: 18,
    fault: 'The webhook comes days late or never.',
    outcome: 'A sweep every five minutes fulfils the order.',
    shownBy: 1,
  },
  {
    id: 19,
    fault: 'A webhook has a bad signature, an old time or an altered body.',
    outcome: 'It is refused with 400 and has no effect.',
    shownBy: 1,
  },
  {
    id: 20,
    fault: 'The process is killed after it stored an event and before acting on it.',
    outcome: 'The next worker acts on it.',
    shownBy: 1,
  },
  {
    id: 21,
    fault: 'The process is killed after the effect of an event and before noting it.',
    outcome: 'Delivering and acting on it again does nothing.',
    shownBy: 1,
  },
  {
    id: 22,
    fault: 'An event has a type that nobody knows.',
    outcome: 'It is answered with success and kept.',
    shownBy: 1,
  },
  {
    id: 23,
    fault: 'A payment is refunded or disputed during provisioning.',
    outcome: 'The order is paused and the operator told once; a dispute that is won lets it go on.',
    shownBy: 1,
  },
  {
    id: 24,
    fault: 'A renewal fails.',
    outcome:
      'The customer is warned, paused after the time of grace, and back after paying; nothing is deleted.',
    shownBy: 1,
  },
  {
    id: 25,
    fault: 'A worker is killed between any two steps.',
    outcome: 'The next one continues there; each effect happens once.',
    shownBy: 2,
  },
  {
    id: 26,
    fault: 'The registrar does not answer in time, but has registered the name.',
    outcome: 'It is looked up before anything is repeated, and paid once.',
    shownBy: 1,
  },
  {
    id: 27,
    fault: 'Three of five names are registered.',
    outcome: 'The order continues; one name is retried, the other chosen again.',
    shownBy: 1,
  },
  {
    id: 28,
    fault: 'A name is taken between search and registration.',
    outcome: 'The customer chooses another at no cost, or its fee goes back once.',
    shownBy: 2,
  },
  {
    id: 29,
    fault: 'Two customers order one name.',
    outcome: 'One gets it; the other is told which name it is and offered others, before paying.',
    shownBy: 2,
  },
  {
    id: 30,
    fault: 'A mailbox is created and the answer is lost.',
    outcome: 'It is found by its address; there is no second one.',
    shownBy: 2,
  },
  {
    id: 31,
    fault: 'Vendors answer a storm of 429.',
    outcome: 'One limiter holds for all processes, and every domain gets its turn.',
    shownBy: 3,
  },
  {
    id: 32,
    fault: 'Something about one domain always fails.',
    outcome: 'It is flagged after twenty tries and told to the operator; the others go on.',
    shownBy: 1,
  },
  {
    id: 33,
    fault: 'A worker hangs longer than its lease and wakes up.',
    outcome: 'Another one has taken over; what it writes late is refused.',
    shownBy: 3,
  },
  {
    id: 34,
    fault: 'The credentials of the sending tool are revoked meanwhile.',
    outcome: 'The customer is told once what to do; the set-up continues after they are corrected.',
    shownBy: 1,
  },
  {
    id: 35,
    fault: 'The database is killed under load and restarts.',
    outcome:
      'Requests are answered 503 with Retry-After, then again as before; nothing acknowledged is lost.',
    shownBy: 3,
  },
  {
    id: 36,
    fault: 'The disk is full, under the log or under the database.',
    outcome:
      'Writes are refused clearly, reading works, and everything recovers by itself; a full log ends nothing.',
    shownBy: 2,
    notTested:
      'A disk that is really full under PostgreSQL: its own error is raised by a trigger instead, since filling a disk needs a file system of its own.',
  },
  {
    id: 37,
    fault: 'A clock is wrong by ten minutes or jumps back.',
    outcome: 'Leases, sessions and sweeps go by the clock of the database; the work is the same.',
    shownBy: 2,
    notTested:
      'The wall clock is shifted inside the process, not on the machine. A webhook that Stripe signed is refused while the clock is more than five minutes off; the sweep finds what it told.',
  },
  {
    id: 38,
    fault: 'Processes are stopped and replaced one by one under load.',
    outcome: 'Requests under way are answered, each process ends by itself, and no request fails.',
    shownBy: 2,
    notTested:
      'Two different versions on one database, since there is only one version. A connection that is cut before its request was read is sent to the other process, as a proxy does with reading requests.',
  },
  {
    id: 39,
    fault: 'Five tabs renew the session together.',
    outcome:
      'The token rotates once and all stay signed in; an old token that comes back later ends the chain.',
    shownBy: 2,
  },
  {
    id: 40,
    fault: 'A restored backup is older than what Stripe knows.',
    outcome: 'The sweep rebuilds what was paid since, and tells the operator of payments that nobody knows.',
    shownBy: 2,
  },
  {
    id: 41,
    fault: 'An order is asked back and its checkout fails.',
    outcome: 'It stays cancelled; the next press opens one payment page.',
    shownBy: 2,
  },
  {
    id: 42,
    fault: 'A forwarding update of more than 20 domains is interrupted.',
    outcome: 'The next worker finishes it, and its job ends.',
    shownBy: 1,
  },
  {
    id: 43,
    fault: 'An order is cancelled during provisioning.',
    outcome: 'Nothing is left behind at any vendor.',
    shownBy: 1,
  },
  {
    id: 44,
    fault: 'A replacement is submitted twice.',
    outcome: 'It is made once.',
    shownBy: 2,
  },
  {
    id: 45,
    fault: 'A change of people was had on some mailboxes only.',
    outcome: 'It is finished everywhere.',
    shownBy: 2,
  },
  {
    id: 46,
    fault: 'A bulk update is interrupted at account 500 of 1,000.',
    outcome: 'It continues there: nothing is lost, nothing done twice.',
    shownBy: 1,
  },
  {
    id: 47,
    fault: 'A vendor says that it did what it did not do.',
    outcome: 'Reading back shows it, and it is done or told.',
    shownBy: 3,
  },
  {
    id: 48,
    fault: 'A vendor answers with a web page.',
    outcome: 'It counts as no answer and is tried again.',
    shownBy: 2,
  },
  {
    id: 49,
    fault: 'The last two domains of an order finish in the same moment.',
    outcome: 'One mail says that the inboxes are set up, with the file where one is due.',
    shownBy: 1,
  },
  {
    id: 50,
    fault: 'One purpose floods a vendor: paid work, people at pages, or looks; or one customer does.',
    outcome:
      'The two other purposes are served at once, out of their own parts of the limit; customers have equal shares of what is paid.',
    shownBy: 3,
  },
  {
    id: 51,
    fault: 'Orders, replacements and reinstatements are begun and never paid, many at once.',
    outcome:
      'Each ends after half an hour or with its payment page, its names are free, and nobody holds more than a few.',
    shownBy: 7,
  },
  {
    id: 52,
    fault: 'A replacement is given up in one tab and paid in another.',
    outcome: 'What was paid first stands; what was given up leaves nothing behind.',
    shownBy: 2,
  },
  {
    id: 53,
    fault: "Someone else's domain is ordered before its owner comes.",
    outcome:
      'The owner takes it by a DNS record of their own; the other order is told and chooses another domain.',
    shownBy: 3,
  },
  {
    id: 54,
    fault: 'A payment is disputed or given back while Stripe fails, or before the payment is known here.',
    outcome: 'The order is on hold and charged for nothing, until it is won, released or ended.',
    shownBy: 3,
  },
  {
    id: 55,
    fault:
      'A customer is suspended while other vendors are away or a worker is killed, and enabled in the middle of it.',
    outcome:
      'Mailboxes stop first, whatever else is stuck; in the end host and tool have what was asked for last. In the tool they are paused, with their history and campaigns, and go on as they were.',
    shownBy: 6,
  },
  {
    id: 56,
    fault:
      'Two payment pages for the same thing are paid: by an order, a replacement or a part of a reinstatement.',
    outcome:
      'The first page ends before a second is given out; where both were paid in the same moment, the second payment goes back and its subscription ends.',
    shownBy: 8,
  },
  {
    id: 57,
    fault: 'Money goes back by the operator, by Stripe, by the bank and by itself, in any order.',
    outcome: 'Never more goes back than was paid, and no fee pays for two names.',
    shownBy: 2,
  },
  {
    id: 58,
    fault: 'An account is suspended, closed or erased while a payment page is open, or as it is paid.',
    outcome:
      'The page ends. What is paid all the same goes back and its subscription ends, or, while suspended, waits.',
    shownBy: 3,
  },
  {
    id: 59,
    fault: 'A newer wish comes just as a run of the old one ends.',
    outcome: 'The newer one is worked on at once, and nothing of the old one is said to be so.',
    shownBy: 2,
  },
  {
    id: 60,
    fault:
      'Two causes hold one order: a dispute, a refund, the operator, a suspension; each begins and ends on its own.',
    outcome: 'It is served and billed again once the last of them has ended, and not by cancelling it.',
    shownBy: 6,
  },
  {
    id: 61,
    fault:
      'Two changes of what a subscription bills overtake each other, or a worker is killed between them.',
    outcome: 'What is billed in the end is what is wanted.',
    shownBy: 3,
  },
  {
    id: 62,
    fault:
      'A renewal was refused, and another card is given: to pay for something else, or after the order has ended or is on hold.',
    outcome:
      'A card that its customer chose for invoices is charged for what is owed, as it was shown. Otherwise nothing is charged: what was refused stays owed, or is given up.',
    shownBy: 5,
  },
  {
    id: 63,
    fault: 'A refund fails at the bank days after it had succeeded.',
    outcome: 'It is owed again, named until it is settled, and never given twice.',
    shownBy: 3,
  },
  {
    id: 64,
    fault: 'One customer changes the same domains again and again, or keeps hundreds of requests open.',
    outcome: 'The work of others begins at once, and their requests are answered.',
    shownBy: 3,
  },
  {
    id: 65,
    fault: 'Strangers send webhooks whose bodies never end.',
    outcome: 'They hold a few megabytes in all, and events are taken meanwhile.',
    shownBy: 2,
  },
  {
    id: 66,
    fault:
      'The machine of the primary database is lost under load, by a kill or without a word, and its synchronous standby promoted; with and without PgBouncer between.',
    outcome:
      'Nothing acknowledged is lost. Requests are answered 503 with Retry-After until the promotion, and everything goes on by itself within ten seconds of it. The lost one is written to by nobody when it comes back.',
    shownBy: 2,
    notTested:
      'Machines are processes of one machine, and whoever promotes is the test: what watches the primary and decides is the operator’s.',
  },
  {
    id: 67,
    fault:
      'The mail relay refuses everybody for a while: a suspended account, a used-up quota, a listed address.',
    outcome:
      'Nothing is lost and it shows in the console. One email is tried at growing intervals; once one is taken, all are sent, but for those whose link has ended or whose state has passed.',
    shownBy: 2,
  },
  {
    id: 68,
    fault: 'Somebody else registers names between their payment and our order.',
    outcome:
      'Nothing is added at a host for them. Their customer is told once, with all of them, and chooses other names or takes their fees back.',
    shownBy: 1,
  },
  {
    id: 69,
    fault: 'Registrations end because the operator’s bill at the registrar is unpaid.',
    outcome:
      'Their domains are shown as stopped. The operator and each customer are told once, with all of them, and nobody is charged for another one.',
    shownBy: 1,
  },
  {
    id: 70,
    fault: 'A worker is killed while a browser signs mailboxes in to a sending tool.',
    outcome:
      'Another worker takes over once the lease expires, and waits for mailboxes that the tool is still setting up.',
    shownBy: 2,
  },
  {
    id: 71,
    fault: 'A sending tool fails a bulk update’s call after it has taken effect.',
    outcome:
      'The account is read back and counts as updated. What cannot be read is not known until it is checked again.',
    shownBy: 2,
  },
  {
    id: 72,
    fault: 'Two acts on one domain meet: replace, forward, edit, rename, cancel, move, rest, reinstate.',
    outcome:
      'In the end it is as after one of them and then the other, or one is refused as changed meanwhile.',
    shownBy: 2,
  },
  {
    id: 73,
    fault: 'A worker is killed while it loads the accounts of a sending tool.',
    outcome: 'Another worker starts the list over, and the page keeps counting.',
    shownBy: 1,
  },
  {
    id: 74,
    fault: 'A payment page opens for a part of what another window’s page would pay for.',
    outcome:
      'The other page ends only once its customer has agreed to that, and the dashboard tells what was dropped.',
    shownBy: 1,
  },
] as const satisfies readonly Fault[]

export type FaultTag = `fault-${(typeof faults)[number]['id']}`

/** The tag of the tests that show a fault. */
export const tagOf = ({ id }: Fault) => `fault-${id}` as FaultTag
