import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { navigate, preloadPage } from './location.ts'

type LinkProps = ComponentPropsWithRef<'a'> & { readonly href: string }

/**
 * A normal anchor (middle click, copy and open in a tab work), except that a click does not reload the page. The page's
 * script is loaded while the pointer or the focus is on the link.
 */
export function Link({ onClick, ...props }: LinkProps) {
  const preload = () => preloadPage(props.href)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!plain || event.defaultPrevented || props.target === '_blank') return
    event.preventDefault()
    // Not every browser does so on a click, and Back returns to the focus.
    event.currentTarget.focus({ preventScroll: true })
    navigate(props.href)
  }
  // biome-ignore-start lint/a11y: the props include an href, so the keyboard works too
  return <a onPointerEnter={preload} onFocus={preload} {...props} onClick={follow} />
  // biome-ignore-end lint/a11y: as above
}
