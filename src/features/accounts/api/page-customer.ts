/**
 * The header by which a page says whose it is, with every call of a customer: a session that has become another
 * customer's meanwhile is then refused. A call without it is made for the session's customer.
 */
export const pageCustomerHeader = 'x-inboxyard-customer'
