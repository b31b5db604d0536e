import { createBison } from './bison/bison.ts'
import { createDns } from './dns/dns.ts'
import { createDnsimple } from './dnsimple/dnsimple.ts'
import { createGoogle } from './google/google.ts'
import { createHostedMail } from './hosted-mail/hosted-mail.ts'
import { createInstantly } from './instantly/instantly.ts'
import { createMicrosoft } from './microsoft/microsoft.ts'
import { createRdap } from './rdap/rdap.ts'
import { createReporters } from './reporters/reporters.ts'
import { createSignIn } from './sign-in/sign-in.ts'
import { createSmartlead } from './smartlead/smartlead.ts'
import { createSmtp } from './smtp/smtp.ts'
import { createStripe } from './stripe/stripe.ts'
import type { VendorFactory } from './world.ts'

/** Every vendor the sandbox plays on its main port. */
export const vendorFactories: VendorFactory[] = [
  createStripe,
  createDnsimple,
  createRdap,
  createDns,
  createSmtp,
  createInstantly,
  createSmartlead,
  createBison,
  createMicrosoft,
  createGoogle,
  createHostedMail,
  createSignIn,
  createReporters,
]
