// The addresses that the scripts use. The server fills them in from its own declarations.

/// Makes a function that returns the path with its arguments in the places of the parameters (":id").
const link = (path) => (...values) => path.replace(/:\w+/g, () => encodeURIComponent(values.shift()));

export const site = {
  serviceWorker: '{{site.serviceWorker}}',
  signIn: '{{site.signIn}}',
  offline: '{{site.offline}}',
  outbox: '{{site.outbox}}',
  signOut: '{{site.signOut}}',
  medicines: '{{site.medicines}}',
  passkeySignInOptions: '{{site.passkeySignInOptions}}',
  passkeySignIn: '{{site.passkeySignIn}}',
  confirmPasskeyOptions: '{{site.confirmPasskeyOptions}}',
  confirmPasskey: '{{site.confirmPasskey}}',
  passkeyOptions: '{{site.passkeyOptions}}',
  passkeys: '{{site.passkeys}}',
  undoVote: link('{{site.undoVote}}'),
  api: {
    alerts: '{{site.alerts}}',
    alertSeen: link('{{site.alertSeen}}'),
    channels: '{{site.channels}}',
    channel: link('{{site.channel}}'),
    testChannel: link('{{site.testChannel}}'),
    pushKey: '{{site.pushKey}}',
    projects: '{{site.projects}}',
    scan: '{{site.scan}}',
    waiting: '{{site.waiting}}',
    questionPictures: link('{{site.questionPictures}}'),
    answerQuestion: link('{{site.answerQuestion}}'),
    vote: link('{{site.vote}}'),
    species: '{{site.species}}',
  },
};
