/** The logo. */
export function Brand() {
  return (
    <span class="brand">
      <svg viewBox="0 0 44 44" aria-hidden="true">
        <rect width="44" height="44" rx="12" fill="var(--accent)" />
        <path
          fill="var(--on-accent)"
          d="M22 9.6 34.4 19.4v13.6a2 2 0 0 1-2 2h-6.2v-8.3h-8.4V35h-6.2a2 2 0 0 1-2-2V19.4z"
        />
      </svg>
    </span>
  )
}
