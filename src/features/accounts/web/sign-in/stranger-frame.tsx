import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { configQuery } from '#ui/frame/config.ts'
import { Wordmark } from '#ui/wordmark.tsx'

/** A page of the way in, for who is not signed in. */
export function StrangerFrame({
  title,
  about,
  children,
}: {
  title: string
  about: ReactNode
  children: ReactNode
}) {
  const { data: config } = useQuery(configQuery)
  return (
    <div className="flex min-h-dvh flex-col px-gutter md:px-10">
      <header className="flex h-20 items-center">
        <Wordmark name={config?.productName} />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-form grow flex-col justify-center pb-20 outline-none"
      >
        <h1 className="text-page-title">{title}</h1>
        <p className="mt-1 text-muted">{about}</p>
        {children}
      </main>
    </div>
  )
}
