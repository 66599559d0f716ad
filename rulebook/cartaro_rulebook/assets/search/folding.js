// The search of a language: accents do not count, and each word of a query is searched for separately.
//
// A section that has more of the words comes first, and a rare word counts more than a common one.  Words with which questions
// begin count only if there are no others.  A word of a page's title counts for all its sections, and words that follow each
// other count more if they do so in the section.  A page whose whole title is in the query counts more.  The last word may be the beginning of a word.  A word also finds its synonyms
// and, if few sections have it, words that differ by one letter or have another ending.  The weights of pages decide between
// sections with equal words; sources and headings without a text come last.
(function () {
  var SYNONYM = 0.6, BEGINNING = 0.5, NEAR = 0.7, OF_PAGE = 0.9, NAMED = 1.5, FOLLOWS = 0.1, SHORTEST = 5, FEW = 3, MANY = 60, SPREAD = 8;
  // The theme's weights of titles and pages are large, as its scores grow with them; here they count by their roots.
  var TITLE = 0.15, PAGE = 0.2, SOURCE = 0.4, HEADING = 0.5, ELSEWHERE = 0.7;
  var synonymsOf = {};
  var askingIn = {};
  var synonyms = [], asking = [];
  var ranks = {}, texts = {}, titled = {}, names = {};
  addEventListener("message", function (event) {
    var set = event.data && event.data.type === 0 && event.data.data;
    if (!set) return;
    synonyms = synonymsOf[set.config.lang[0]] || [];
    asking = askingIn[set.config.lang[0]] || [];
    set.docs.forEach(function (section) {
      texts[section.location] = section.title + " " + section.text;
      if (section.location.indexOf("#") < 0) {
        names[section.location] = wordsOf(section.title.replace(/\(.*\)/, ""));
        wordsOf(section.title).forEach(function (word) { (titled[word] = titled[word] || []).push(section.location); });
      }
      var rank = Math.pow(section.boost || 1, PAGE);
      if (/#source-/.test(section.location)) rank *= SOURCE;
      if (/#elsewhere$/.test(section.location)) rank *= ELSEWHERE;
      ranks[section.location] = section.text ? rank : rank * HEADING;
    });
  });
  var fold = function (text) {
    return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/œ/g, "oe").replace(/æ/g, "ae").toLowerCase();
  };
  var wordsOf = function (text) { return fold(text.replace(/<[^>]*>/g, " ")).match(/[^\W_]+/g) || []; };
  var token = function (each) {
    return each.update(function (text) { return fold(text); });
  };
  var run = lunr.Pipeline.prototype.run;
  lunr.Pipeline.prototype.run = function (tokens) {
    return run.call(this, tokens.map(token)).map(token);
  };
  var search = lunr.Index.prototype.search;
  var others = function (word) {
    return [].concat.apply([], synonyms.filter(function (some) { return some.indexOf(word) >= 0; }))
      .filter(function (other) { return other !== word; });
  };
  // Add the places of a hit to those of another, each once: the theme marks every place, and a second mark would split the first.
  var join = function (hit, other) {
    hit.matchData.combine(other.matchData);
    Object.values(hit.matchData.metadata).forEach(function (fields) {
      Object.values(fields).forEach(function (field) {
        var at = {};
        (field.position || []).forEach(function (place) { at[place[0]] = place; });
        if (field.position) field.position = Object.values(at);
      });
    });
  };
  // The sections that have a word, with the strength of the match: at most 1.
  var withWord = function (index, word, last) {
    var found = {};
    var add = function (query, strength) {
      var hits = search.call(index, query);
      var most = hits.length ? hits[0].score : 1;
      hits.forEach(function (hit) {
        var score = strength * Math.pow(hit.score / most, TITLE);
        var known = found[hit.ref];
        if (known) join(known.hit, hit);
        if (!known || known.score < score) found[hit.ref] = { hit: known ? known.hit : hit, score: score };
      });
      return hits.length;
    };
    if (!/^[a-z0-9]+$/.test(word)) {
      add(word, 1);
      return found;
    }
    var exact = add(word, 1);
    others(word).forEach(function (other) { add(other, SYNONYM); });
    if (last && word.length > 1) exact += add(word + "*", BEGINNING);
    if (exact < FEW && word.length > 4 || !exact && word.length > 3) exact += add(word + "~1", NEAR);
    for (var length = word.length - 1; exact < FEW && length >= SHORTEST && length > word.length / 2; length--) {
      exact += add(word.slice(0, length) + "*", BEGINNING);
    }
    return found;
  };
  // The sections of the pages that have a word in their title.
  var ofPage = function (word) {
    var pages = titled[word] || [];
    return pages.length ? Object.keys(ranks).filter(function (ref) { return pages.indexOf(ref.split("#")[0]) >= 0; }) : [];
  };
  // Whether a query has the whole title of a section's page.
  var isNamed = function (ref, words) {
    var name = names[ref.split("#")[0]] || [];
    var written = words.join("").replace(/[^a-z0-9]/g, ""), whole = name.join("");
    return name.length > 0 && (name.every(function (word) { return words.indexOf(word) >= 0; }) || whole.length > SHORTEST && written.indexOf(whole) >= 0);
  };
  // The number of pairs of words that follow each other in a query and in a section.
  var following = function (ref, words) {
    var text = " " + wordsOf(texts[ref] || "").join(" ") + " ";
    return words.filter(function (word, at) { return at && text.indexOf(" " + words[at - 1] + " " + word + " ") >= 0; }).length;
  };
  lunr.Index.prototype.search = function (query) {
    var index = this, all = {}, sections = Object.keys(ranks).length;
    var words = fold(query).split(/[\s'’-]+/).map(function (word) { return word.replace(/^[+]|[*]$/g, ""); }).filter(Boolean);
    var meant = words.filter(function (word) { return asking.indexOf(word) < 0; });
    meant = (meant.length ? meant : words).filter(function (word, at, some) { return some.indexOf(word) === at; });
    var last = meant[meant.length - 1];
    // Two words that the pages write as one: *sette bello*, *re bello*.
    var joined = words.map(function (word, at) { return at ? words[at - 1] + word : ""; }).filter(function (word) {
      return word && search.call(index, word).length;
    });
    meant.concat(joined).forEach(function (word) {
      var found = withWord(index, word, word === last), refs = Object.keys(found);
      var weight = Math.log(1 + sections / (1 + refs.length));
      refs.forEach(function (ref) {
        var known = all[ref];
        if (known) join(known.hit, found[ref].hit);
        else known = all[ref] = { hit: found[ref].hit, score: 0 };
        known.score += weight * found[ref].score;
      });
      ofPage(word).forEach(function (ref) {
        if (all[ref] && !(found[ref] && found[ref].score >= OF_PAGE)) {
          all[ref].score += weight * (OF_PAGE - (found[ref] ? found[ref].score : 0));
        }
      });
    });
    Object.keys(all).forEach(function (ref) { if (isNamed(ref, words)) all[ref].score *= NAMED; });
    var refs = Object.keys(all).sort(function (one, other) { return all[other].score - all[one].score; });
    refs.slice(0, MANY).forEach(function (ref) { all[ref].score *= 1 + FOLLOWS * following(ref, words); });
    return refs.map(function (ref) {
      var hit = all[ref].hit;
      // The theme multiplies scores by up to five, for pages and for hits with every word.
      hit.score = Math.pow(all[ref].score * ranks[ref], SPREAD);
      return hit;
    }).sort(function (one, other) { return other.score - one.score; });
  };
})();
