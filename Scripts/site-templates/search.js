// Finds sections of the documents. The index is a script, which is loaded when somebody types: a page that was opened as
// a file may not fetch anything.
'use strict';
{
  const base = document.currentScript.src.replace(/[^/]*$/, '');
  const [form, field, results, count] = ['Search', 'Query', 'Results', 'Count'].map((id) => document.getElementById(id));
  const shown = 30;
  const word = /[\p{L}\p{N}\p{M}]+/gu;
  let index, isLoading = false, timer;

  // Case and accents make no difference.
  const fold = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
  const words = (text) => (text.match(word) ?? []).map(fold);
  // A space before each word: a word begins with a prefix if ' prefix' occurs.
  const searchable = (text) => ' ' + words(text).join(' ');

  function load() {
    if (index || isLoading) return;
    isLoading = true;
    const script = document.createElement('script');
    script.src = base + 'search-index.js';
    script.onload = () => {
      const { pages, sections } = window.stillroomSearch;
      const titles = pages.map(([, title]) => searchable(title));
      index = sections.map(([page, id, heading, text]) => ({
        address: base + pages[page][0] + (id && '#' + encodeURIComponent(id)),
        page: pages[page][1], isTop: id === '', heading, text,
        inTitle: titles[page], inHeading: searchable(heading), inText: searchable(text),
      }));
      search();
    };
    script.onerror = () => {
      isLoading = false;
      say('The search index could not be loaded.');
    };
    document.head.append(script);
  }

  // A title counts more than a heading, and a heading more than text, however often. The title of the page alone finds only its top.
  function score(section, wanted) {
    let sum = 0, own = false;
    for (const one of wanted) {
      const start = ' ' + one;
      if (section.inHeading.includes(start)) sum += section.isTop ? 9 : 4;
      else if (section.inText.includes(start)) sum += 1 + Math.min(9, section.inText.split(start).length) / 10;
      else if (section.inTitle.includes(start)) { sum += 0.5; continue; }
      else return 0;
      own = true;
    }
    if (!own) return 0;
    return section.inHeading === ' ' + wanted.join(' ') ? sum + 3 : sum;
  }

  const matches = (text, wanted) =>
    [...text.matchAll(word)].filter(([found]) => wanted.some((one) => fold(found).startsWith(one)));

  function marked(text, wanted) {
    const part = document.createDocumentFragment();
    let end = 0;
    for (const match of matches(text, wanted)) {
      part.append(text.slice(end, match.index), element('mark', match[0]));
      end = match.index + match[0].length;
    }
    part.append(text.slice(end));
    return part;
  }

  function excerpt(text, wanted) {
    const first = matches(text, wanted)[0]?.index ?? 0;
    const begin = first < 60 ? 0 : Math.min(first, text.indexOf(' ', first - 60) + 1);
    const stop = text.length - begin < 180 ? text.length : text.lastIndexOf(' ', begin + 180);
    const cut = text.slice(begin, stop > first ? stop : begin + 180);
    return (begin > 0 ? '… ' : '') + cut + (begin + cut.length < text.length ? ' …' : '');
  }

  function element(name, ...content) {
    const made = document.createElement(name);
    made.append(...content);
    return made;
  }

  function say(text) {
    count.textContent = text;
    results.replaceChildren(element('p', text));
    results.hidden = false;
  }

  function search() {
    const wanted = words(field.value);
    if (wanted.length === 0) return close();
    if (!index) return load();
    const found = index.map((section) => ({ section, score: score(section, wanted) }))
      .filter((one) => one.score > 0).sort((a, b) => b.score - a.score);
    const all = found.length === 1 ? '1 result' : `${found.length || 'No'} results`;
    say(found.length > shown ? `${all}, the first ${shown} are shown` : all);
    const list = element('ol');
    for (const { section } of found.slice(0, shown)) {
      const link = element('a', element('small', section.page), element('b', marked(section.heading, wanted)),
        element('span', marked(excerpt(section.text, wanted), wanted)));
      link.href = section.address;
      list.append(element('li', link));
    }
    results.append(list);
    results.scrollTop = 0;
  }

  function close() {
    results.hidden = true;
    count.textContent = '';
  }

  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(search, 80);
  });
  field.addEventListener('focus', () => { if (results.hidden) search(); });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    search();
    results.querySelector('a')?.click();
  });
  form.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const links = [...results.querySelectorAll('a')];
      const next = links.indexOf(document.activeElement) + step;
      if (results.hidden || next >= links.length) return;
      (next < 0 ? field : links[next]).focus();
      event.preventDefault();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (document.activeElement === field) field.value = '';
      else field.focus();
      close();
    }
  });
  form.addEventListener('focusout', (event) => {
    if (event.relatedTarget && !form.contains(event.relatedTarget)) close();
  });
  // The chosen result may be on this page, which then stays.
  document.addEventListener('click', ({ target }) => {
    if (!form.contains(target) || target.closest('a')) close();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === field) return;
    event.preventDefault();
    field.select();
    field.focus();
  });
  form.hidden = false;
}
