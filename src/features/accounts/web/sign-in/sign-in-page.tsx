import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ComponentType, lazy, Suspense, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { configQuery } from '#ui/frame/config.ts'
import { pathAskedFor } from '#ui/frame/last-path.ts'
import { LoadingScreen } from '#ui/frame/loading-screen.tsx'
import { useArrivals, useSession } from '#ui/frame/session.ts'
import { Wordmark } from '#ui/wordmark.tsx'
import type { FactorKind } from '../../rules/passkeys.ts'
import { SignInForm } from './sign-in-form.tsx'

type TestimonialProps = ComponentProps<typeof import('./testimonial.tsx').default>

/** Not needed to sign in, so it may arrive after the form, or not at all. */
const Testimonial = lazy<ComponentType<TestimonialProps>>(() =>
  import('./testimonial.tsx').catch(() => ({ default: () => null })),
)

/** What a second factor is asked for with; most have none. */
const CodeStep = lazy(() => import('./code-step.tsx'))

/** The way in; a customer who is signed in already is sent on. */
export function SignInPage() {
  const location = useLocation()
  const { status, user } = useSession()
  /** Which second factors are asked for, once the password was right. */
  const [factors, setFactors] = useState<readonly FactorKind[]>()
  useArrivals()
  const { data: config } = useQuery(configQuery)
  if (status === 'loading') return <LoadingScreen />
  if (status === 'signed in') return <Navigate to={pathAskedFor(location, user.id)} replace />
  return (
    <div className="grid min-h-dvh md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-2">
      <div className="flex flex-col px-gutter md:px-10">
        <header className="flex h-20 items-center">
          <Wordmark name={config?.productName} />
        </header>
        <main className="mx-auto flex w-full max-w-form grow flex-col justify-center pb-8">
          {factors ? (
            <Suspense>
              <CodeStep factors={factors} onOver={() => setFactors(undefined)} />
            </Suspense>
          ) : (
            <>
              <h1 className="text-page-title">Sign in</h1>
              <p className="mt-1 text-muted">Use the email and password you received from support.</p>
              <SignInForm onAskedForFactor={setFactors} />
              <Link to="/forgot-password" className="link mt-6 self-start text-secondary">
                Forgot your password?
              </Link>
              <p className="mt-2 text-muted text-secondary">
                No account yet?{' '}
                {config ? (
                  <a href={`mailto:${config.supportEmail}`} className="link">
                    Contact support for access
                  </a>
                ) : (
                  'Contact support for access'
                )}
                .
              </p>
            </>
          )}
        </main>
        <footer className="flex h-20 items-center text-label text-muted">
          {config && (
            <a translate="no" href={`mailto:${config.supportEmail}`}>
              {config.supportEmail}
            </a>
          )}
        </footer>
      </div>
      <aside
        aria-label="Customer testimonial"
        className="dot-grid flex flex-col justify-center border-line border-l bg-sunken px-8 max-md:hidden lg:px-16"
      >
        <Suspense>{config && <Testimonial {...config.testimonial} />}</Suspense>
      </aside>
    </div>
  )
}
