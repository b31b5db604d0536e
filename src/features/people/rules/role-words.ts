/**
 * Local parts that stand for a function and not for a person. Providers reserve some (RFC 2142, Google's
 * abuse@ and postmaster@), receivers' filters distrust the rest.
 */
export const roleWords: ReadonlySet<string> = new Set(
  `
abuse accounting accounts admin administration administrator admins alerts all api apps archive ask auth
backup billing bookings bot bounce bounces bugs business calendar campaign campaigns career careers cc ceo cfo
client clients cmo compliance contact contacts contactus coo cpo cto customer customercare customers
customerservice daemon data dba demo dept desk dev developer developers devnull digital director dmarc dns
domain domains donotreply editor email emails enquiries enquiry errors events everyone example exchange
executive fax feedback finance forms forum ftp fwd gdpr general gdpradmin group guest hello help helpdesk hi
hiring home host hosting hostmaster hr ideas imap inbox info information inquiries inquiry intern invoice
invoices invoicing ispfeedback ispsupport it jobs kontakt leads legal list listrequest lists login logs mail
mailbox mailer mailerdaemon maildaemon mails management manager marketing master media member members
membership meta moderator name network new news newsletter noc nobody noemail none noreply notification
notifications notify null office offers oncall operations operator ops order orders owner owners partner
partners password payment payments payroll pop popadmin portal post postbox postmaster pr prepress press
privacy prod production promo purchase purchasing qa receipt receipts reception recruit recruiter recruiting
recruitment registrar registration remote remove reply request requests reservations returns root sale sales
school secretary security server service services shop signup site smtp socialmedia spam ssl sslwebmaster
sslabuse ssladmin ssladministrator staff status store studio subscribe subscription subscriptions support
survey sys sysadmin sysop system systems task tax team tech technical technicalsupport test tester testing
tests ticket tickets training undisclosedrecipients unsubscribe update updates usenet user username users
usr uucp vendor vendors web weblog webmail webmaster website webteam welcome whois work www
`
    .trim()
    .split(/\s+/),
)

/** Whether a local part reads as a role, dots and digits aside: `no.reply`, `info2`. */
export const isRoleWord = (localPart: string): boolean => roleWords.has(localPart.replace(/[.\d]/g, ''))
