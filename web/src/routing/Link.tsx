import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { navigate } from './location.ts'

type LinkProps = ComponentPropsWithRef<'a'> & { readonly href: string }

/** An anchor like any other (middle click, copy, open in a tab), that does not load the page anew. */
export function Link({ onClick, ...props }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!plain || event.defaultPrevented || props.target === '_blank') return
    event.preventDefault()
    navigate(props.href)
  }
  // biome-ignore-start lint/a11y: the link has its href among its properties, so the keyboard follows it as well
  return <a {...props} onClick={follow} />
  // biome-ignore-end lint/a11y: as above
}
