import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Wordmark } from '../wordmark.tsx'

interface MessagePageProps {
  /** Small and mono, above the title: "404". */
  code?: string
  title: string
  /** Where the product's name leads. */
  home: string
  children: ReactNode
  action: ReactNode
}

/** A page that only says something and offers a way on. */
export function MessagePage({ code, title, home, children, action }: MessagePageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-bar items-center px-gutter">
        <Link to={home} className="rounded-control">
          <Wordmark />
        </Link>
      </header>
      <main className="mx-auto flex w-full max-w-dialog grow flex-col justify-center px-gutter pb-bar">
        {code && (
          <p translate="no" className="mb-3 font-mono text-muted text-secondary">
            {code}
          </p>
        )}
        <h1 className="text-page-title">{title}</h1>
        <div className="mt-2 text-muted">{children}</div>
        <div className="mt-6 flex flex-wrap gap-2">{action}</div>
      </main>
    </div>
  )
}
