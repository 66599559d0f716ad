// The search of a language: accents do not count, and each word of a query is searched for separately.
//
// A section that has more of the words comes first, and a rare word counts more than a common one; so no list of stop words is
// needed.  The last word may be the beginning of a word.  A word also finds its synonyms and, if few sections have it, words of
// five letters or more that differ by one letter.  The weights of pages decide between sections with equal words; sources and
// headings without a text come last.
(function () {
  var SYNONYM = 0.6, BEGINNING = 0.5, NEAR = 0.7, FEW = 3, SPREAD = 8;
  // The theme's weights of titles and pages are large, as its scores grow with them; here they count by their roots.
  var TITLE = 0.15, PAGE = 0.12, SOURCE = 0.4, HEADING = 0.5;
  var synonymsOf = {};
  var synonyms = [];
  var ranks = {};
  addEventListener("message", function (event) {
    var set = event.data && event.data.type === 0 && event.data.data;
    if (!set) return;
    synonyms = synonymsOf[set.config.lang[0]] || [];
    set.docs.forEach(function (section) {
      var rank = Math.pow(section.boost || 1, PAGE);
      if (/#source-/.test(section.location)) rank *= SOURCE;
      ranks[section.location] = section.text ? rank : rank * HEADING;
    });
  });
  var fold = function (text) {
    return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/œ/g, "oe").replace(/æ/g, "ae").toLowerCase();
  };
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
  // The sections that have a word, with the strength of the match: at most 1.
  var withWord = function (index, word, last) {
    var found = {};
    var add = function (query, strength) {
      var hits = search.call(index, query);
      var most = hits.length ? hits[0].score : 1;
      hits.forEach(function (hit) {
        var score = strength * Math.pow(hit.score / most, TITLE);
        var known = found[hit.ref];
        if (known) known.hit.matchData.combine(hit.matchData);
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
    if (exact < FEW && word.length > 4) add(word + "~1", NEAR);
    return found;
  };
  lunr.Index.prototype.search = function (query) {
    var index = this, all = {}, sections = Object.keys(ranks).length;
    var words = fold(query).split(/\s+/).map(function (word) { return word.replace(/^[+]|[*]$/g, ""); }).filter(Boolean);
    words.filter(function (word, at) { return words.indexOf(word) === at; }).forEach(function (word, at, distinct) {
      var found = withWord(index, word, at === distinct.length - 1), refs = Object.keys(found);
      var weight = Math.log(1 + sections / (1 + refs.length));
      refs.forEach(function (ref) {
        var known = all[ref];
        if (known) known.hit.matchData.combine(found[ref].hit.matchData);
        else known = all[ref] = { hit: found[ref].hit, score: 0 };
        known.score += weight * found[ref].score;
      });
    });
    return Object.keys(all).map(function (ref) {
      var hit = all[ref].hit;
      // The theme multiplies scores by up to five, for pages and for hits with every word.
      hit.score = Math.pow(all[ref].score * ranks[ref], SPREAD);
      return hit;
    }).sort(function (one, other) { return other.score - one.score; });
  };
})();
