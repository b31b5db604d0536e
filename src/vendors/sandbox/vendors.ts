import { createBison } from '#vendors/bison/simulator/bison.ts'
import { createDns } from '#vendors/dns/simulator/dns.ts'
import { createDnsimple } from '#vendors/dnsimple/simulator/dnsimple.ts'
import { createGoogle } from '#vendors/google/simulator/google.ts'
import { createInstantly } from '#vendors/instantly/simulator/instantly.ts'
import { createMicrosoft } from '#vendors/microsoft/simulator/microsoft.ts'
import { createRdap } from '#vendors/rdap/simulator/rdap.ts'
import { createSmartlead } from '#vendors/smartlead/simulator/smartlead.ts'
import { createSmtp } from '#vendors/smtp/simulator/smtp.ts'
import { createStripe } from '#vendors/stripe/simulator/stripe.ts'
import { createHostedMail } from './hosted-mail/hosted-mail.ts'
import { createReporters } from './reporters/reporters.ts'
import { createSignIn } from './sign-in/sign-in.ts'
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
