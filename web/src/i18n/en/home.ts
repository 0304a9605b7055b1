/** Words of calendars that are kept on the household's own server. */
export const home = {
  question: 'Where is your calendar?',
  keep: 'Keep my calendar here',
  keepHint: 'A new calendar on your household’s own server. You need no account anywhere.',
  elsewhere: 'I have one already',
  elsewhereHint: 'At Fastmail, iCloud, Nextcloud or somewhere else.',
  create: 'Create and continue',
  making: 'Your calendar is being made…',
  made: 'Your calendar is ready.',
  explainMissing: 'Keep a new one here, or connect the account where you keep your events.',
  keptAs: (name: string) => `It is kept here, under the name “${name}”.`,
  refusedHint: 'Make a new app password under “Connect a phone”, then everything goes on as before.',
  otherAccount: 'Use another account',
  down: 'The household’s calendar server does not answer right now. Please try again in a moment; nothing is made twice.',
  none: 'This household has no calendar server of its own.',
  already: 'You have a calendar already.',
  phone: {
    title: 'Connect a phone',
    onPhone: 'On your phone',
    onPhoneHint: 'Its own calendar can show these events and write new ones.',
    explain:
      'Your phone needs an app password for this: one for calendars alone. It is made now and shown once. Phones that are connected already need the new one, too.',
    make: 'Make an app password',
    gone: 'Your calendar is not kept here any more.',
    enter: 'This is what your phone asks for. The app password is shown only now.',
    later: 'You can connect your phone now, or later: Account, “Connect a phone”.',
    address: 'Address',
    username: 'Name',
    appPassword: 'App password',
    copy: 'Copy',
    copied: 'Copied.',
    notCopied: 'Copying does not work here. Please select it and copy it yourself.',
    apple: 'iPhone and iPad',
    appleProfile:
      'Open Corkboard in Safari on the iPhone and tap the button. Then go to Settings, “Profile Downloaded”, Install. The app password is asked for there.',
    profile: 'Load the settings',
    appleByHand:
      'In Settings: Apps, Calendar, Calendar Accounts, Add Account, Other, Add CalDAV Account. The address goes into “Server”.',
    android: 'Android',
    androidHow:
      'Install the app DAVx⁵. Then this code fills in everything. Or open the app, tap + and choose “Login with URL and user name”.',
    code: 'Code that opens DAVx⁵ with the address, the name and the app password',
    onlyAtHome:
      'Phones may be unable to reach this address. Whoever runs the household can name a better one, with HOME_CALDAV_PUBLIC_URL.',
    done: 'Done',
  },
}
